// Typeset formulas. Nodes are built by KaTeX itself: under the page's security policy, formulas
// written as HTML text would lose their styles.
import katex from "katex";

import type { Parts } from "./api";
import { h } from "./dom";

const REMEMBERED = 600;
const drawn = new Map<string, HTMLElement>();

/** A formula; LaTeX comes from matgrad's printers only. */
export function math(latex: string, display = false): HTMLElement {
  const key = (display ? "!" : "") + latex;
  let found = drawn.get(key);
  if (!found) {
    found = h("span", { class: display ? "math display" : "math" });
    katex.render(latex, found, {
      displayMode: display,
      output: "htmlAndMathml",
      throwOnError: false,
      strict: false,
      maxExpand: 2000,
      maxSize: 20,
      trust: ({ command }) => command === "\\htmlClass",
    });
    if (drawn.size >= REMEMBERED) drawn.clear();
    drawn.set(key, found);
  }
  return found.cloneNode(true) as HTMLElement;
}

/** Words with formulas among them. */
export function sentence(parts: Parts, words: string | null = null): HTMLElement {
  const shown = parts.map(({ text, latex }) => (latex === undefined ? (text ?? "") : math(latex)));
  return h("span", {}, ...(shown.length ? shown : [words ?? ""]));
}

/** A formula that may be wider than its place: it scrolls there, and the keyboard reaches it. */
export function wideMath(latex: string, label: string): HTMLElement {
  return h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": label }, math(latex, true));
}

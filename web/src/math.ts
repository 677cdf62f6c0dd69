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

/** A formula that may be wider than its place: then it scrolls there. */
export function wideMath(latex: string, label: string): HTMLElement {
  return h("div", { class: "wide scrolls", "data-label": label }, math(latex, true));
}

/** What goes on beyond the edge fades there, so that nobody takes it for the end. */
function fade(target: Element): void {
  const rest = target.scrollWidth - target.clientWidth - target.scrollLeft;
  target.classList.toggle("goes-further", rest > 2);
}

/** The keyboard reaches what scrolls, and only that: a stop at every formula would be a burden. */
function fitKeyboard(target: Element): void {
  const isWide = target.scrollWidth > target.clientWidth + 1;
  fade(target);
  if (isWide === target.hasAttribute("tabindex")) return;
  if (isWide) {
    target.setAttribute("tabindex", "0");
    target.setAttribute("role", "group");
    target.setAttribute("aria-label", target.getAttribute("data-label") ?? "formula");
  } else for (const name of ["tabindex", "role", "aria-label"]) target.removeAttribute(name);
}

// In the next frame, since what changes while sizes are observed would be observed again.
const watcher = new ResizeObserver((entries) => {
  requestAnimationFrame(() => entries.forEach(({ target }) => fitKeyboard(target)));
});

/** Watch the formulas inside an element. */
export function watchWidths(root: Element): void {
  for (const each of root.querySelectorAll(".scrolls")) watcher.observe(each);
}

// A font that arrives makes formulas wider, and not their places.
document.fonts.addEventListener("loadingdone", () =>
  document.querySelectorAll(".scrolls").forEach(fitKeyboard),
);

document.addEventListener(
  "scroll",
  ({ target }) => {
    if (target instanceof Element && target.matches(".scrolls")) fade(target);
  },
  { capture: true, passive: true },
);

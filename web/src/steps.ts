// The derivation, line by line: every line names its rule, opens to say more, and lights up
// what it changed.
import type { Derived, Level, Row, Section } from "./api";
import { choice } from "./choice";
import { h } from "./dom";
import { math, sentence, watchWidths } from "./math";
import { explained } from "./rules";
import { LEVELS } from "./state";
import type { Store } from "./state";

const LEVEL_NAMES: Record<Level, string> = { short: "In short", normal: "Line by line", full: "Every step" };
const SHOWN = new Set(["before", "let", "forward", "lines", "backward", "result", "layout"]);

export function stepsView(derived: Derived, store: Store, redraw: () => void): HTMLElement {
  const { level } = store.state;
  const options = LEVELS.map((value) => ({ value, name: LEVEL_NAMES[value] }));
  const choose = (value: Level) => {
    store.update({ level: value });
    redraw();
  };
  const sections = derived.sections.filter(
    (section) => SHOWN.has(section.id) && isWithin(section.level, level),
  );
  return h(
    "div",
    { class: "steps" },
    h(
      "div",
      { class: "bar" },
      choice("Detail", options, level, choose, "small"),
      h("span", { class: "note" }, count(derived, level)),
    ),
    ...sections.map((section) => sectionView(section, level)),
  );
}

function isWithin(level: Level, limit: Level): boolean {
  return LEVELS.indexOf(level) <= LEVELS.indexOf(limit);
}

function count(derived: Derived, level: Level): string {
  const rows = derived.sections.filter((section) => SHOWN.has(section.id)).flatMap((section) => section.rows);
  const shown = rows.filter((row) => isWithin(row.level, level)).length;
  return `${shown} of ${rows.length} lines`;
}

function sectionView(section: Section, level: Level): HTMLElement {
  const lines: { row: Row; details: Row[] }[] = [];
  for (const row of section.rows) {
    const last = lines.at(-1);
    if (row.detail && last) last.details.push(row);
    else if (isWithin(row.level, level)) lines.push({ row, details: [] });
  }
  const list = h("ol", { class: "lines" });
  lines.forEach(({ row, details }, i) =>
    list.append(lineView(row, details, level === "full", `${section.id}-${i}`)),
  );
  return h("section", { class: `lines-of of-${section.id}` }, h("h3", {}, section.title), list);
}

function lineView(row: Row, details: Row[], open: boolean, id: string): HTMLElement {
  const formula = h(
    "div",
    { class: "formula scrolls" },
    row.left !== null && h("span", { class: "side" }, math(row.left)),
    row.right !== null && math((row.left !== null || id ? "= " : "") + row.right),
  );
  if (row.implies) {
    formula.append(
      h("span", { class: "implies" }, math(`\\Longrightarrow\\ ${row.implies.left} = ${row.implies.right}`)),
    );
  }
  const line = h("li", { class: row.left === null ? "line goes-on" : "line" });
  if (row.right !== null) line.append(formula);
  line.append(reason(row, details, open, id, line));
  const light = (on: boolean) => () => {
    line.classList.toggle("lit", on);
    line.previousElementSibling?.classList.toggle("lit-before", on);
  };
  line.addEventListener("pointerenter", light(true));
  line.addEventListener("pointerleave", light(false));
  line.addEventListener("focusin", light(true));
  line.addEventListener("focusout", light(false));
  return line;
}

function reason(row: Row, details: Row[], open: boolean, id: string, line: HTMLElement): HTMLElement {
  const place = h(
    "div",
    { class: "reason" },
    h("span", { class: "reason-words" }, sentence(row.parts, row.words)),
  );
  if (!row.rule && !details.length) return place;
  const more = h("div", { class: "more", id: `more-${id}`, hidden: true });
  const toggle = h(
    "button",
    { type: "button", class: "why", "aria-controls": more.id, onclick: () => show(more.hidden !== false) },
    "why?",
  );
  const show = (on: boolean, isAsked = true) => {
    if (on && !more.hasChildNodes()) {
      fillMore(more, isAsked ? row.rule : null, row.why, details); // most lines are never opened
      watchWidths(more);
    }
    more.hidden = !on;
    toggle.setAttribute("aria-expanded", String(on));
  };
  show(open && details.length > 0, false); // "every step" shows the rewrites, and no rule again and again
  place.append(toggle);
  queueMicrotask(() => line.append(more));
  return place;
}

function fillMore(more: HTMLElement, rule: string | null, why: string | null, details: Row[]): void {
  if (rule) {
    const known = explained(rule);
    more.append(h("p", {}, h("span", { class: "rule" }, rule), " ", why ?? ""));
    if (known) more.append(h("p", {}, known));
  }
  if (!details.length) return;
  more.append(
    h(
      "ol",
      { class: "details" },
      ...details.map((detail) =>
        h(
          "li",
          {},
          h(
            "span",
            { class: "formula scrolls" },
            detail.left !== null && math(detail.left),
            detail.right !== null && math(`= ${detail.right}`),
          ),
          h("span", { class: "reason-words" }, sentence(detail.parts, detail.words)),
        ),
      ),
    ),
  );
}

// Small parts of the answer: what names stand for, how it was checked, what it needs.
import type { Derived, Named, Preview, Verdict } from "./api";
import { h } from "./dom";
import { math, sentence } from "./math";

/** where a = …, b = … */
export function namesView(names: Named[]): HTMLElement | null {
  if (!names.length) return null;
  return h(
    "div",
    { class: "names" },
    h("span", { class: "note" }, "where"),
    ...names.map(({ latex, value_latex }) => math(`${latex} = ${value_latex}`)),
  );
}

/** Checked, or not: it opens to what was checked. */
export function verdictView(verdict: Verdict): HTMLElement {
  const label = verdict.ok ? "Checked" : "Not verified";
  return h(
    "details",
    { class: `verdict menu ${verdict.ok ? "good" : "unsure"}` },
    h(
      "summary",
      { class: "badge" },
      h("span", { "aria-hidden": "true" }, verdict.ok ? "✓" : "?"),
      ` ${label}`,
    ),
    h(
      "div",
      { class: "menu-body" },
      h("p", {}, verdict.ok ? "The answer as printed was checked:" : "This answer could not be checked:"),
      h(
        "ul",
        {},
        ...(verdict.words.length ? verdict.words : [verdict.status]).map((words) => h("li", {}, words)),
      ),
    ),
  );
}

/** What the answer needs, and what else is worth knowing. */
export function notesView(derived: Derived): HTMLElement | null {
  const inferred = / \(inferred\)$/;
  const notes = derived.notes.filter((note) => !inferred.test(note));
  const rows = [
    ...derived.conditions.map((condition) =>
      h(
        "li",
        { class: "condition" },
        h("span", { class: "tag" }, "needs"),
        sentence(condition.parts, condition.words),
      ),
    ),
    ...[...derived.remarks, ...notes].map((remark) =>
      h("li", {}, h("span", { class: "tag" }, "note"), remark),
    ),
  ];
  return rows.length ? h("ul", { class: "conditions" }, ...rows) : null;
}

/** How a question was read, and what has to be asked back. */
export function understoodView(preview: Preview): HTMLElement | null {
  const { understood, questions } = preview;
  if (!understood.length && !questions.length) return null;
  return h(
    "details",
    { class: "understood", open: questions.length > 0 },
    h("summary", {}, "How the question was read"),
    h(
      "ul",
      {},
      ...understood.map(({ left, right, parts, words }) =>
        h(
          "li",
          {},
          right !== null && math(left === null ? right : `${left} = ${right}`),
          " ",
          sentence(parts, words),
        ),
      ),
      ...questions.map((question) => h("li", { class: "asked-back" }, question)),
    ),
  );
}

// Matrices of numbers: shown, or to be edited.
import type { Numbers } from "./api";
import { h } from "./dom";

/** The rows of a number, a vector (a column) or a matrix. */
export function rowsOf(numbers: Numbers): (number | string)[][] {
  if (!Array.isArray(numbers)) return [[numbers]];
  return numbers.map((row) => (Array.isArray(row) ? row.map(entry) : [entry(row)]));
}

function entry(value: Numbers): number | string {
  return Array.isArray(value) ? "…" : value;
}

/** Four significant digits are what fits next to a formula. */
export function shortNumber(value: number | string): string {
  if (typeof value === "string") return value;
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(4))).replace(/^-/, "−");
}

const NARROW = 4; // columns that fit on a phone

/** What may be wider than its place is scrolled there, by the keyboard too. */
function reached(rows: (number | string)[][]): { tabindex?: number } {
  return (rows[0]?.length ?? 0) > NARROW ? { tabindex: 0 } : {};
}

/** A matrix in brackets. */
export function matrix(numbers: Numbers, label: string): HTMLElement {
  const rows = rowsOf(numbers).map((row) =>
    h("tr", {}, ...row.map((value) => h("td", {}, shortNumber(value).replace(/^-/, "−")))),
  );
  return h(
    "div",
    { class: "matrix", role: "group", "aria-label": label, ...reached(rowsOf(numbers)) },
    h("table", {}, h("tbody", {}, ...rows)),
  );
}

/** A matrix whose entries can be changed; `changed` gets the whole of it. */
export function editableMatrix(
  numbers: Numbers,
  name: string,
  changed: (numbers: Numbers) => void,
): HTMLElement {
  const inputs = rowsOf(numbers).map((row, i) =>
    row.map((value, j) => {
      const input = h("input", {
        type: "number",
        step: "any",
        value: typeof value === "number" ? Number(value.toPrecision(4)) : value,
        "aria-label": `${name}, row ${i + 1}, column ${j + 1}`,
        onchange: () => changed(read()),
      });
      return input;
    }),
  );
  const read = (): Numbers => {
    const values = inputs.map((row) => row.map((input) => Number(input.value) || 0));
    if (!Array.isArray(numbers)) return values[0]?.[0] ?? 0;
    return Array.isArray(numbers[0]) ? values : values.map((row) => row[0] ?? 0);
  };
  const rows = inputs.map((row) => h("tr", {}, ...row.map((input) => h("td", {}, input))));
  return h("div", { class: "matrix editable" }, h("table", {}, h("tbody", {}, ...rows)));
}

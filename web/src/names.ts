// Which names have to be explained below a formula.
import type { Named } from "./api";

/** The names of `known`, in order, that stand in the formulas or in what explains them; then `own`. */
export function neededNames(formulas: string[], known: Named[], own: Named[]): Named[] {
  const needed = unique(own).reverse();
  const texts = [...formulas, ...needed.map((name) => name.value_latex)];
  for (const name of [...known].reverse()) {
    const isThere = needed.some(({ latex }) => latex === name.latex);
    if (isThere || !texts.some((text) => mentions(text, name.latex))) continue;
    needed.push(name);
    texts.push(name.value_latex);
  }
  return needed.reverse();
}

function unique(names: Named[]): Named[] {
  return [...new Map(names.map((name) => [name.latex, name])).values()];
}

/** Does a name stand in a formula, and not only as a part of another name or of a command? */
function mentions(formula: string, name: string): boolean {
  const searched = name.startsWith("\\") ? formula : formula.replace(/\\[A-Za-z]+\{?/g, " ");
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![A-Za-z\\\\])${escaped}(?![A-Za-z_])`).test(searched);
}

// What stands behind the buttons at the top: functions, examples, shortcuts.
import type { Example } from "./api";
import { button, h } from "./dom";
import type { Child } from "./dom";
import type { Editor } from "./editor";
import { SHORTCUTS } from "./keys";
import { exampleCards } from "./welcome";

/** A dialog that closes by Escape, by its button and by a click beside it. */
export function dialog(title: string, ...content: Child[]): HTMLDialogElement {
  const id = `dialog-${title.toLowerCase().replaceAll(" ", "-")}`;
  const made: HTMLDialogElement = h("dialog", { "aria-labelledby": id, onclick: (event: MouseEvent) => {
    if (event.target === made) made.close();
  } },
    h("div", { class: "dialog-body" },
      h("div", { class: "dialog-head" }, h("h2", { id }, title), button("Close", () => made.close(), { class: "button quiet" })),
      ...content));
  document.body.append(made);
  return made;
}

const FUNCTIONS: { name: string; rows: [string, string][] }[] = [
  { name: "Operators", rows: [
    ["A*B", "matrix product; a scalar times anything"], ["A'", "transpose"], ["A .* B", "entry by entry"],
    ["A ./ B", "entry by entry"], ["x .^ 2", "power of each entry"], ["A^2", "power of a square matrix"],
    ["A : B", "Frobenius product tr(A'B)"], ["kron(A,B)", "Kronecker product"], ["x[1]", "an entry, counted from 1"]] },
  { name: "Of each entry", rows: [
    ["sin(x)", "cos tan asin acos atan"], ["tanh(x)", "sinh cosh"], ["exp(x)", "log sqrt square"], ["abs(x)", "sign max(x,c) min(x,c)"],
    ["relu(x)", "step sigmoid softplus silu gelu erf"]] },
  { name: "To one number", rows: [
    ["sum(x)", "mean max logsumexp"], ["tr(A)", "trace"], ["det(A)", "logdet"], ["norm2(x)", "norm1 normF normnuc normspec"], ["dot(a,b)", "inner product"]] },
  { name: "Structure", rows: [
    ["inv(A)", "pinv"], ["diag(A)", "Diag(v)"], ["vec(A)", "unvec(x,m,n)"], ["outer(a,b)", "a b'"], ["I(n)", "eye ones zeros e(i,n) vector(c) matrix(c)"]] },
  { name: "Of matrices", rows: [["expm(A)", "logm sqrtm"], ["chol(A)", "Cholesky factor"], ["eigmax(A)", "eigvals_sym"]] },
  { name: "Networks", rows: [["softmax(x)", "softmax_rows(X) logsumexp_rows(X)"], ["layernorm(x)", ""]] },
  { name: "Several lines", rows: [
    ["r = A*x - b", "name a part; the answer uses the name"], ["A in R^(m x n)", "declare a shape"],
    ["A symmetric", "declare what is known"], ["gradient of f wrt x", "say what is asked"]] },
];

export function functionsDialog(editor: Editor): HTMLDialogElement {
  const insert = (text: string) => {
    made.close();
    const open = text.indexOf("(");
    const isCall = /^\w+\(/.test(text);
    editor.insert(isCall ? `${text.slice(0, open)}()` : text, isCall ? open + 1 : text.length);
  };
  const groups = FUNCTIONS.map(({ name, rows }) => h("section", {}, h("h3", {}, name),
    h("dl", { class: "functions" }, ...rows.flatMap(([text, words]) => [
      h("dt", {}, button(text, () => insert(text), { class: "insert", title: "Insert" })), h("dd", {}, words)]))));
  const made = dialog("Functions", h("p", { class: "note" }, "Click to insert. LaTeX works as well: \\|Ax-b\\|_2^2."),
    h("div", { class: "columns" }, ...groups));
  return made;
}

export function shortcutsDialog(): HTMLDialogElement {
  return dialog("Keyboard", h("dl", { class: "shortcuts" }, ...SHORTCUTS.flatMap(({ keys, words }) => [
    h("dt", {}, ...keys.map((key) => h("kbd", {}, key))), h("dd", {}, words)])));
}

export function examplesDialog(examples: Example[], choose: (example: Example) => void): HTMLDialogElement {
  const made: HTMLDialogElement = dialog("Examples", exampleCards(examples, (example) => {
    made.close();
    choose(example);
  }));
  return made;
}

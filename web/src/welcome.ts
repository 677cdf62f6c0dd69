// The page before anything is typed: what it does, and examples to click.
import type { Example } from "./api";
import { byId, fill, h } from "./dom";
import { math } from "./math";

/** Examples in their groups, as cards. */
export function exampleCards(examples: Example[], choose: (example: Example) => void): HTMLElement {
  const groups = new Map<string, Example[]>();
  for (const example of examples) groups.set(example.group, [...(groups.get(example.group) ?? []), example]);
  return h(
    "div",
    { class: "example-groups" },
    ...[...groups].map(([name, members]) =>
      h(
        "section",
        { class: "example-group" },
        h("h3", {}, name),
        h(
          "ul",
          { class: "cards" },
          ...members.map((example) =>
            h(
              "li",
              {},
              h(
                "button",
                { type: "button", class: "card", "data-example": example.id, onclick: () => choose(example) },
                h("span", { class: "card-title" }, example.title),
                h("span", { class: "card-formula" }, example.latex ? math(example.latex) : example.input),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

const WAYS: { name: string; text: string }[] = [
  { name: "Text", text: "norm2(A*x - b)^2" },
  { name: "LaTeX", text: "\\log\\det(X^\\top X)" },
  { name: "Question", text: "Let A be symmetric. What is the gradient of tr(X'*A*X) with respect to X?" },
];

/** What can be typed, below the empty box. */
export function showWays(place: HTMLElement, write: (text: string) => void): void {
  fill(
    place,
    h(
      "div",
      { class: "ways" },
      h("h2", { class: "section-name" }, "Three ways to ask"),
      ...WAYS.map(({ name, text }) =>
        h(
          "button",
          { type: "button", class: "way", onclick: () => write(text) },
          h("span", { class: "card-title" }, name),
          h("code", {}, text),
        ),
      ),
    ),
  );
}

export function showWelcome(examples: Example[], choose: (example: Example) => void): void {
  fill(
    byId("welcome"),
    h(
      "div",
      { class: "hero" },
      h("h1", {}, "Matrix derivatives, step by step"),
      h(
        "p",
        {},
        "Type a function of scalars, vectors and matrices, paste LaTeX, or paste a whole question. ",
        "The answer comes with its derivation, every line checked, and with code.",
      ),
    ),
    exampleCards(examples, choose),
  );
}

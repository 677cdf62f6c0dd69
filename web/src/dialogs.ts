// What stands behind the buttons at the top: functions, examples, shortcuts.
import type { Example } from "./api";
import { button, h } from "./dom";
import type { Child } from "./dom";
import type { Editor } from "./editor";
import FUNCTIONS from "./functions.json";
import { SHORTCUTS } from "./keys";
import { exampleCards } from "./welcome";

/** A dialog that closes by Escape, by its button and by a click beside it. */
export function dialog(title: string, ...content: Child[]): HTMLDialogElement {
  const id = `dialog-${title.toLowerCase().replaceAll(" ", "-")}`;
  const made: HTMLDialogElement = h(
    "dialog",
    {
      "aria-labelledby": id,
      onclick: (event: MouseEvent) => {
        if (event.target === made) made.close();
      },
    },
    h(
      "div",
      { class: "dialog-body" },
      h(
        "div",
        { class: "dialog-head" },
        h("h2", { id }, title),
        button("Close", () => made.close(), { class: "button quiet" }),
      ),
      ...content,
    ),
  );
  document.body.append(made);
  return made;
}

export function functionsDialog(editor: Editor): HTMLDialogElement {
  const insert = (text: string) => {
    made.close();
    const open = text.indexOf("(");
    const isCall = /^\w+\(/.test(text);
    editor.insert(isCall ? `${text.slice(0, open)}()` : text, isCall ? open + 1 : text.length);
  };
  const groups = FUNCTIONS.map(({ name, rows }) =>
    h(
      "section",
      {},
      h("h3", {}, name),
      h(
        "dl",
        { class: "functions" },
        ...rows.flatMap(([text = "", words = ""]) => [
          h(
            "dt",
            {},
            button(text, () => insert(text), { class: "insert", title: "Insert" }),
          ),
          h("dd", {}, words),
        ]),
      ),
    ),
  );
  const made = dialog(
    "Functions",
    h("p", { class: "note" }, "Click to insert. LaTeX works as well: \\|Ax-b\\|_2^2."),
    h("div", { class: "columns" }, ...groups),
  );
  return made;
}

export function shortcutsDialog(): HTMLDialogElement {
  return dialog(
    "Keyboard",
    h(
      "dl",
      { class: "shortcuts" },
      ...SHORTCUTS.flatMap(({ keys, words }) => [
        h("dt", {}, ...keys.map((key) => h("kbd", {}, key))),
        h("dd", {}, words),
      ]),
    ),
  );
}

export function fillExamples(
  made: HTMLDialogElement,
  examples: Example[],
  choose: (example: Example) => void,
): void {
  const cards = exampleCards(examples, (example) => {
    made.close();
    choose(example);
  });
  made.firstElementChild?.append(cards);
}

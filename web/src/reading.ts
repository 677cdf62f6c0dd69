// How sure the reading is: what was guessed, in amber, with texts that say otherwise; the problem as read.
import type { Option, Preview } from "./api";
import { button, fill, h } from "./dom";
import { remember } from "./share";
import { START } from "./state";
import type { Store } from "./state";

const { kind, wrt, shapes, assume } = START;
const UNSAID = { kind, wrt, shapes, assume }; // the problem form says all of it

/** Buttons that send another text in place of the one that stands in the box. */
export function optionButtons(store: Store, options: Option[]): HTMLElement | null {
  if (!options.length) return null;
  return h(
    "div",
    { class: "readings" },
    ...options.map(({ text, words }) =>
      h(
        "button",
        {
          type: "button",
          class: "fact",
          title: text,
          onclick: () => remember(store, { ...store.state, text }),
        },
        words,
      ),
    ),
  );
}

let shown: Preview | null = null;

/** What was guessed about the text in the box, below the box. */
export function showReading(place: HTMLElement, preview: Preview | null, store: Store): void {
  if (preview === shown) return; // it is read aloud when it changes
  shown = preview;
  const { guesses, options } = preview?.reading ?? { guesses: [], options: [] };
  place.hidden = !guesses.length;
  const lines = guesses.map(({ words }) => h("p", {}, h("strong", {}, "Assumed: "), words));
  const otherwise = options.length ? h("span", { class: "note" }, "If not, write") : null;
  fill(place, ...lines, h("div", { class: "otherwise" }, otherwise, optionButtons(store, options)));
}

/** The whole problem as it was read: a text that can be edited and sent back. */
export function asRead(preview: Preview, store: Store): HTMLElement {
  const box = h("textarea", {
    class: "form",
    "aria-label": "the problem as it was read",
    spellcheck: false,
    rows: preview.form.split("\n").length + 1,
  });
  box.value = preview.form;
  return h(
    "details",
    { class: "as-read" },
    h("summary", {}, "As read, with everything declared"),
    box,
    button("Ask this instead", () => remember(store, { ...store.state, ...UNSAID, text: box.value })),
  );
}

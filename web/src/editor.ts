// The box to type in, and what is wrong with what stands there, at the place.
import type { Trouble } from "./api";
import { byId, fill, h } from "./dom";
import { optionButtons } from "./reading";
import { START } from "./state";
import type { Store } from "./state";

const MODES: Record<string, string> = { text: "", latex: "read as LaTeX", question: "read as a question" };

export class Editor {
  readonly box = byId<HTMLTextAreaElement>("text");
  private backdrop = byId("backdrop");
  private trouble = byId("trouble");

  constructor(private store: Store) {
    if (this.box.value && !store.state.text) store.update({ text: this.box.value }); // typed early
    this.box.value = store.state.text;
    this.box.addEventListener("input", () => {
      this.grow();
      this.mark(null);
      const isCleared = !this.box.value.trim(); // what was said of the old function goes with it
      const { kind, wrt, shapes, assume } = START;
      store.update({ text: this.box.value, ...(isCleared ? { kind, wrt, shapes, assume } : {}) });
    });
    this.box.addEventListener("scroll", () => (this.backdrop.scrollTop = this.box.scrollTop));
    window.addEventListener("resize", () => this.grow());
    store.listen((state) => {
      if (state.text === this.box.value) return;
      this.box.value = state.text;
      this.grow();
    });
    this.grow();
  }

  /** Put text where the cursor is, as if it had been typed. */
  insert(text: string, inside: number): void {
    const { selectionStart: from, selectionEnd: to } = this.box;
    this.box.setRangeText(text, from, to, "end");
    this.box.setSelectionRange(from + inside, from + inside);
    this.box.focus();
    this.grow();
    this.store.update({ text: this.box.value });
  }

  /** How the text was read, if that needs saying. */
  showMode(mode: string): void {
    byId("mode").textContent = MODES[mode] ?? "";
  }

  /** Show an error below the box and under the place it is about, or take it away. */
  show(trouble: Trouble | null): void {
    this.box.setAttribute("aria-invalid", trouble ? "true" : "false");
    if (!trouble) {
      fill(this.trouble);
      this.mark(null);
      return;
    }
    const place = trouble.field && trouble.field !== "input" ? null : trouble.position;
    this.mark(place);
    const options = optionButtons(this.store, trouble.options ?? []);
    fill(this.trouble, ...describe(trouble, this.box.value, place), options);
  }

  private mark(place: [number, number] | null): void {
    if (!place) return fill(this.backdrop);
    const letters = [...this.box.value];
    const [start, end] = place;
    const part = letters.slice(start, Math.max(end, start + 1)).join("") || " ";
    fill(
      this.backdrop,
      letters.slice(0, start).join(""),
      h("mark", {}, part),
      letters.slice(Math.max(end, start + 1)).join("") + "\n",
    );
  }

  private grow(): void {
    this.box.style.height = "auto";
    this.box.style.height = `${Math.min(this.box.scrollHeight + 2, 360)}px`;
  }
}

/** The line with a caret under the place, the message and the hint. */
export function describe(trouble: Trouble, source: string, place: [number, number] | null): HTMLElement[] {
  const shown: HTMLElement[] = [
    h("p", { class: "message", title: trouble.code }, trouble.message),
  ];
  if (place)
    shown.push(h("pre", { class: "caret", tabindex: 0, "aria-label": "the place" }, caret(source, place)));
  if (trouble.hint && !trouble.options?.length) shown.push(h("p", { class: "hint" }, trouble.hint));
  return shown;
}

function caret(source: string, [start, end]: [number, number]): string {
  const letters = [...source];
  const begin = letters.lastIndexOf("\n", start - 1) + 1;
  const found = letters.indexOf("\n", start);
  const line = letters.slice(begin, found < 0 ? undefined : found);
  const from = Math.max(0, start - begin - 24);
  const width = Math.max(1, Math.min(end, begin + line.length) - start);
  const shown = line.slice(from, from + 60).join("");
  return `${from ? "…" : ""}${shown}\n${" ".repeat(start - begin - from + (from ? 1 : 0))}${"^".repeat(Math.min(width, 60))}`;
}

// The formula with numbers in it.
import { evaluate } from "./api";
import type { Evaluated, Numbers, Preview, Problem } from "./api";
import { button, fill, h } from "./dom";
import { math } from "./math";
import { editableMatrix, matrix } from "./matrix";
import { troubleView } from "./trouble";

export class NumbersView {
  readonly element = h("div", { class: "numbers" }, h("p", { class: "note" }, "Computing…"));
  private sizes: Record<string, number> = {};
  private values: Record<string, Numbers> = {};
  private seed = 1;
  private running: AbortController | null = null;

  constructor(
    private problem: Problem,
    private preview: Preview,
    private largest: number,
  ) {
    void this.compute();
  }

  private async compute(): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    this.element.setAttribute("aria-busy", "true");
    try {
      const found = await evaluate(this.problem, this.sizes, this.values, this.seed, running.signal);
      this.element.setAttribute("aria-busy", "false");
      if (found.error) fill(this.element, this.bar(), troubleView(found.error));
      else this.show(found);
    } catch {
      if (!running.signal.aborted) throw new Error("evaluate failed");
    }
  }

  private show(found: Evaluated): void {
    this.sizes = found.sizes;
    const focus = document.activeElement?.getAttribute("aria-label");
    const inputs = Object.entries(found.inputs).map(([name, numbers]) =>
      h(
        "figure",
        { class: "given" },
        h("figcaption", {}, math(`${this.latexOf(name)} =`)),
        editableMatrix(numbers, name, (changed) => {
          this.values = { ...found.inputs, [name]: changed };
          void this.compute();
        }),
      ),
    );
    const results = Object.entries(found.derivatives).map(([name, numbers]) =>
      h(
        "figure",
        { class: "found" },
        h("figcaption", {}, math(`${found.label[name] ?? name} =`)),
        matrix(numbers, `derivative by ${name} in numbers`),
      ),
    );
    fill(
      this.element,
      this.bar(),
      h(
        "div",
        { class: "with-numbers" },
        h("div", { class: "figures" }, ...inputs),
        h(
          "div",
          { class: "figures results", "aria-live": "polite" },
          h(
            "figure",
            { class: "found" },
            h("figcaption", {}, math(`${this.preview.name || "f"} =`)),
            matrix(found.value, "value"),
          ),
          ...results,
        ),
      ),
    );
    if (focus) this.element.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focus)}"]`)?.focus();
  }

  private latexOf(name: string): string {
    return this.preview.symbols.find((symbol) => symbol.name === name)?.latex ?? name;
  }

  private bar(): HTMLElement {
    const sizes = Object.entries(this.sizes).map(([name, size]) =>
      h(
        "label",
        { class: "size-label" },
        math(name),
        h("input", {
          type: "number",
          class: "size",
          min: 1,
          max: this.largest,
          value: size,
          "aria-label": `size ${name}`,
          onchange: (event: Event) => this.resize(name, Number((event.target as HTMLInputElement).value)),
        }),
      ),
    );
    return h(
      "div",
      { class: "bar" },
      ...sizes,
      button(
        "New numbers",
        () => {
          this.seed += 1;
          this.values = {};
          void this.compute();
        },
        { class: "button quiet" },
      ),
    );
  }

  private resize(name: string, size: number): void {
    this.sizes = { ...this.sizes, [name]: Math.min(this.largest, Math.max(1, Math.round(size) || 1)) };
    this.values = {};
    void this.compute();
  }
}

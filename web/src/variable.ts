// What is said of one variable: its kind, its sizes, what is known of it.
import type { Config, SymbolInfo } from "./api";
import { choice } from "./choice";
import { button, h } from "./dom";
import type { State, Store } from "./state";

const SHAPES: { kind: SymbolInfo["kind"]; name: string; sizes: string[] }[] = [
  { kind: "scalar", name: "scalar", sizes: [] },
  { kind: "vector", name: "vector", sizes: ["n"] },
  { kind: "row", name: "row", sizes: ["1", "n"] },
  { kind: "matrix", name: "matrix", sizes: ["m", "n"] },
];

/** A variable with what was chosen for it, also while the formula does not fit that. */
export function asChosen(symbol: SymbolInfo, { shapes, assume }: State): SymbolInfo {
  const sizes = shapes[symbol.name];
  const facts = assume[symbol.name];
  if (!sizes) return facts ? { ...symbol, assume: facts } : symbol;
  const kinds = ["scalar", "vector", sizes[0] === "1" ? "row" : "matrix"] as const;
  const kind = kinds[sizes.length] ?? "matrix";
  const [text, latex] = [sizes.join("×"), sizes.join(" \\times ")];
  return {
    ...symbol,
    kind,
    shape: sizes,
    shape_text: text,
    shape_latex: latex,
    assume: facts ?? symbol.assume,
  };
}

/** The panel below the chips; `toggle` adds the variable to those differentiated by, or takes it away. */
export class VariablePanel {
  constructor(
    private store: Store,
    private config: Config,
  ) {}

  draw(symbol: SymbolInfo, isWrt: boolean, toggle: (() => void) | null): HTMLElement {
    const { name } = symbol;
    const { shapes, assume } = this.store.state;
    const setShape = (sizes: string[]) => this.store.update({ shapes: { ...shapes, [name]: sizes } });
    return h(
      "div",
      { class: "popover", role: "dialog", "aria-label": `Variable ${name}` },
      choice(
        `Kind of ${name}`,
        SHAPES.map((shape) => ({ value: shape.kind, name: shape.name })),
        symbol.kind,
        (kind) => setShape(SHAPES.find((shape) => shape.kind === kind)?.sizes ?? []),
        "small",
      ),
      symbol.kind !== "scalar" && this.sizes(symbol, setShape),
      this.facts(symbol),
      toggle &&
        h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", "data-focus": `also ${name}`, checked: isWrt, onchange: toggle }),
          "differentiate by it",
        ),
      (name in shapes || name in assume) && button("As inferred", () => this.reset(name), { class: "link" }),
    );
  }

  private sizes(symbol: SymbolInfo, set: (sizes: string[]) => void): HTMLElement {
    const labels = symbol.kind === "matrix" ? ["rows", "columns"] : ["length"];
    const shown = symbol.kind === "row" ? symbol.shape.slice(1) : symbol.shape;
    const inputs = labels.map((label, i) =>
      h("input", {
        class: "size",
        value: String(shown[i] ?? "n"),
        size: 4,
        maxlength: 12,
        "aria-label": `${label} of ${symbol.name}`,
        spellcheck: "false",
        autocapitalize: "off",
        autocomplete: "off",
        "data-focus": `size ${i} ${symbol.name}`,
        onchange: () => {
          const sizes = inputs.map((input) => input.value.trim() || "n");
          set(symbol.kind === "row" ? ["1", ...sizes] : sizes);
        },
      }),
    );
    const labelled = inputs.flatMap((input, i) => [
      i ? h("span", { class: "times" }, "×") : null,
      h("label", { class: "size-label" }, labels[i] ?? "", input),
    ]);
    return h("div", { class: "sizes" }, ...labelled);
  }

  private facts(symbol: SymbolInfo): HTMLElement {
    const { assume } = this.store.state;
    const known = this.config.assumptions.filter((fact) => fact.for.includes(symbol.kind));
    const toggle = (id: string) => {
      const had = symbol.assume;
      const next = had.includes(id) ? had.filter((fact) => fact !== id) : [...had, id];
      this.store.update({ assume: { ...assume, [symbol.name]: next } });
    };
    return h(
      "div",
      { class: "fact-choices", role: "group", "aria-label": `What is known of ${symbol.name}` },
      ...known.map((fact) =>
        h(
          "button",
          {
            type: "button",
            class: "fact",
            "data-focus": `fact ${fact.id}`,
            "aria-pressed": String(symbol.assume.includes(fact.id)),
            onclick: () => toggle(fact.id),
          },
          fact.name,
        ),
      ),
    );
  }

  private reset(name: string): void {
    const { [name]: _shape, ...shapes } = this.store.state.shapes;
    const { [name]: _facts, ...assume } = this.store.state.assume;
    this.store.update({ shapes, assume });
  }
}

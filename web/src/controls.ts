// What is asked: the kind of derivative, the variables with their sizes and assumptions, the layout.
import type { Config, Kind, Preview, SymbolInfo } from "./api";
import { choice } from "./choice";
import { byId, fill, h } from "./dom";
import { math } from "./math";
import { KINDS } from "./state";
import type { Store } from "./state";
import { asChosen, VariablePanel } from "./variable";

const KIND_NAMES: Record<Kind, string> = {
  gradient: "Gradient",
  jacobian: "Jacobian",
  hessian: "Hessian",
  differential: "Differential",
};
export class Controls {
  private place = byId("controls");
  private opened = "";
  private drawn = "";
  private panel: VariablePanel;
  private shown: [Preview | null, Kind | null, string[]] = [null, null, []];

  constructor(
    private store: Store,
    config: Config,
  ) {
    this.panel = new VariablePanel(store, config);
    document.addEventListener("click", (event) => {
      if (this.opened && !(event.target as Element).closest(".chip-holder")) this.open("");
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.opened) return;
      const name = this.opened;
      this.open("");
      this.chip(name)?.focus();
      event.stopPropagation();
    });
  }

  /** Draw for a function; nothing is touched if nothing changed, so the focus stays. */
  show(preview: Preview | null, kind: Kind | null, wrt: string[]): void {
    this.shown = [preview, kind, wrt];
    const { layout, order, shapes, assume } = this.store.state;
    const key = JSON.stringify([preview?.symbols, preview?.kinds, kind, wrt, layout, order, shapes, assume]);
    if (key === this.drawn) return;
    this.drawn = key;
    const focus = focusPath(this.place);
    if (!preview) fill(this.place);
    else {
      fill(
        this.place,
        this.kinds(preview, kind),
        this.variables(preview, wrt),
        kind === "jacobian" && this.layout(),
      );
      restore(this.place, focus);
    }
  }

  private kinds(preview: Preview, kind: Kind | null): HTMLElement {
    const options = KINDS.map((value) => ({
      value,
      name: KIND_NAMES[value],
      disabled: !preview.kinds.includes(value),
      ...(preview.kinds.includes(value) ? {} : { title: "only for functions whose value is a number" }),
    }));
    const group = choice("Derivative", options, kind ?? "gradient", (value) =>
      this.store.update({ kind: value }),
    );
    return h("div", { class: "control" }, h("h2", { class: "section-name" }, "Derivative"), group);
  }

  private variables(preview: Preview, wrt: string[]): HTMLElement {
    const chips = preview.symbols.map((symbol) =>
      this.holder(asChosen(symbol, this.store.state), preview, wrt),
    );
    return h(
      "div",
      { class: "control" },
      h("h2", { class: "section-name" }, "Variables"),
      h("ul", { class: "chips" }, ...chips.map((chip) => h("li", {}, chip))),
      h(
        "p",
        { class: "note" },
        "∂ chooses what to differentiate by; click a variable to change its shape or what is known of it.",
      ),
    );
  }

  private holder(symbol: SymbolInfo, preview: Preview, wrt: string[]): HTMLElement {
    const isWrt = wrt.includes(symbol.name);
    const isOpen = this.opened === symbol.name;
    const facts = symbol.assume.length
      ? h("span", { class: "facts" }, symbol.assume.map(spoken).join(", "))
      : null;
    const isChanged = symbol.name in this.store.state.shapes || symbol.name in this.store.state.assume;
    const holder = h(
      "div",
      { class: "chip-holder" },
      h(
        "div",
        { class: `chip${isWrt ? " wrt" : ""}${isChanged ? " changed-by-hand" : ""}` },
        preview.variables.includes(symbol.name) &&
          h(
            "button",
            {
              type: "button",
              class: "chip-wrt",
              "data-focus": `wrt ${symbol.name}`,
              "aria-pressed": String(isWrt),
              "aria-label": `differentiate by ${symbol.name}`,
              title: "Differentiate by this; Ctrl-click to add it",
              onclick: (event: MouseEvent) =>
                this.choose(symbol.name, wrt, event.ctrlKey || event.metaKey || event.shiftKey),
            },
            "∂",
          ),
        h(
          "button",
          {
            type: "button",
            class: "chip-body",
            "data-focus": `chip ${symbol.name}`,
            "data-name": symbol.name,
            "aria-expanded": String(isOpen),
            onclick: () => this.open(isOpen ? "" : symbol.name),
          },
          h("span", { class: "visually-hidden" }, `${symbol.name}, ${symbol.kind} ${symbol.shape_text} `),
          h("span", { "aria-hidden": "true" }, math(symbol.latex)),
          h(
            "span",
            { class: "shape", "aria-hidden": "true" },
            symbol.kind === "scalar" ? "scalar" : math(symbol.shape_latex),
          ),
          facts,
        ),
      ),
    );
    if (isOpen) {
      const toggle = preview.variables.includes(symbol.name)
        ? () => this.choose(symbol.name, wrt, true)
        : null;
      holder.append(this.panel.draw(symbol, isWrt, toggle));
    }
    return holder;
  }

  private choose(name: string, wrt: string[], add: boolean): void {
    if (!add) return this.store.update({ wrt: [name] });
    const rest = wrt.filter((each) => each !== name);
    const next = wrt.includes(name) ? rest : [...wrt, name];
    if (next.length) this.store.update({ wrt: next });
  }

  private open(name: string): void {
    this.opened = name;
    this.drawn = "";
    this.show(...this.shown);
    if (name) this.place.querySelector<HTMLElement>(".popover button, .popover input")?.focus();
  }

  private chip(name: string): HTMLElement | null {
    return this.place.querySelector(`[data-name="${CSS.escape(name)}"]`);
  }

  private layout(): HTMLElement {
    const { layout, order } = this.store.state;
    return h(
      "div",
      { class: "control" },
      h("h2", { class: "section-name" }, "Layout"),
      choice(
        "Layout",
        [
          { value: "numerator", name: "Rows are outputs" },
          { value: "denominator", name: "Columns are outputs" },
        ],
        layout,
        (value) => this.store.update({ layout: value }),
        "small",
      ),
      choice(
        "Order of vec",
        [
          { value: "columns", name: "vec by columns" },
          { value: "rows", name: "vec by rows" },
        ],
        order,
        (value) => this.store.update({ order: value }),
        "small",
      ),
    );
  }
}

/** positive_definite as people say it. */
function spoken(fact: string): string {
  return fact.replaceAll("_", " ");
}

function focusPath(place: HTMLElement): string | null {
  const active = document.activeElement;
  return active && place.contains(active) ? active.getAttribute("data-focus") : null;
}

function restore(place: HTMLElement, path: string | null): void {
  if (path) place.querySelector<HTMLElement>(`[data-focus="${CSS.escape(path)}"]`)?.focus();
}

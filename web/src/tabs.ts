// What stands below the answer, one thing at a time; a panel is made when it is looked at.
import type { Config } from "./api";
import { claimView } from "./claim";
import { codeView } from "./code";
import { byId, fill, h } from "./dom";
import { graphView } from "./graph";
import { watchWidths } from "./math";
import { NumbersView } from "./numbers";
import type { Shown } from "./session";
import { TABS } from "./state";
import type { Store, Tab } from "./state";
import { stepsView } from "./steps";

const TAB_NAMES: Record<Tab, string> = {
  steps: "Derivation",
  graph: "Graph",
  code: "Code",
  numbers: "Numbers",
  check: "Check",
};

export class Tabs {
  readonly list = h("div", { class: "tabs", role: "tablist", "aria-label": "More about the answer" });
  readonly panel = h("div", { class: "panel", role: "tabpanel", id: "panel", tabindex: -1 });
  private shown: Shown | null = null;
  private panels = new Map<Tab, HTMLElement>();

  constructor(
    private store: Store,
    private config: Config,
  ) {
    store.listen((state, before) => {
      if (state.level !== before.level) this.panels.delete("steps");
      if (state.tab !== before.tab || state.level !== before.level) this.draw();
    });
  }

  show(shown: Shown): void {
    this.shown = shown;
    this.panels.clear();
    this.draw();
  }

  private draw(): void {
    if (!this.shown) return;
    const offered = this.offered();
    const chosen = this.store.state.tab;
    const tab = offered.includes(chosen) ? chosen : "steps";
    fill(this.list, ...offered.map((value, i) => this.button(value, i, value === tab)));
    this.panel.setAttribute("aria-labelledby", `tab-${tab}`);
    const found = this.panels.get(tab) ?? this.build(tab, this.shown);
    this.panels.set(tab, found);
    fill(this.panel, found);
    watchWidths(this.panel);
  }

  /** A browser alone computes no numbers. */
  private offered(): Tab[] {
    return TABS.filter((tab) => tab !== "numbers" || this.config.numbers);
  }

  private button(tab: Tab, i: number, isSelected: boolean): HTMLElement {
    const select = (value: Tab) => this.store.update({ tab: value });
    const move = (event: KeyboardEvent) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const tabs = this.offered();
      const next = step ? tabs[(i + step + tabs.length) % tabs.length] : undefined;
      if (!next) return;
      select(next);
      byId(`tab-${next}`).focus();
    };
    return h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${tab}`,
        "aria-selected": String(isSelected),
        "aria-controls": "panel",
        tabindex: isSelected ? 0 : -1,
        title: `Alt+${i + 1}`,
        onclick: () => select(tab),
        onkeydown: move,
      },
      TAB_NAMES[tab],
    );
  }

  private build(tab: Tab, { derived, preview, problem }: Shown): HTMLElement {
    const redraw = () => {
      this.panels.delete(tab);
      this.draw();
    };
    switch (tab) {
      case "steps":
        return stepsView(derived, this.store, redraw);
      case "graph":
        return graphView({ ...problem, kind: preview.kinds.includes("gradient") ? "gradient" : "jacobian" });
      case "code":
        return codeView(derived, problem, this.config, this.store, redraw);
      case "numbers":
        return new NumbersView(problem, preview, this.config.limits.size).element;
      case "check":
        return claimView(problem, preview, this.store);
    }
  }
}

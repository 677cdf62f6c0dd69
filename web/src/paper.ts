// The answer: the function, the result in its forms, how it was checked, and the tabs below.
import type { Answer, Config, Derived, Form, Named, Preview, Problem, Verdict } from "./api";
import { choice } from "./choice";
import { claimsOf, claimView } from "./claim";
import { codeView } from "./code";
import { copyButton } from "./copy";
import { byId, button, fill, h } from "./dom";
import { graphView } from "./graph";
import { math, sentence, watchWidths, wideMath } from "./math";
import { NumbersView } from "./numbers";
import { downloadMenu } from "./save";
import type { Session } from "./session";
import { shareButton } from "./share";
import { FORMS, TABS } from "./state";
import type { Store, Tab } from "./state";
import { stepsView } from "./steps";

const SHORT = 150; // characters of LaTeX up to which an answer is best read without names in it
const FORM_NAMES: Record<Form, string> = {
  cascade: "Cascade",
  closed: "Closed",
  diagonal: "Diagonal",
  chain: "Chain",
};
const FORM_WORDS: Record<Form, string> = {
  cascade: "with names for what is shared",
  closed: "written in the given variables",
  diagonal: "with diagonal matrices instead of entrywise products",
  chain: "as a product of Jacobians",
};
const TAB_NAMES: Record<Tab, string> = {
  steps: "Derivation",
  graph: "Graph",
  code: "Code",
  numbers: "Numbers",
  check: "Check",
};

interface Shown {
  derived: Derived;
  preview: Preview;
  problem: Problem;
}

export class Paper {
  private place = byId("paper");
  private head = h("div", { class: "function" });
  private result = h("div", { class: "result" });
  private tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "More about the answer" });
  private panel = h("div", { class: "panel", role: "tabpanel", id: "panel", tabindex: -1 });
  private withShapes = true;
  private shown: Shown | null = null;
  private previewed: Preview | null = null;
  private panels = new Map<Tab, HTMLElement>();

  constructor(
    private store: Store,
    private config: Config,
  ) {
    fill(this.place, this.head, this.result, this.tabs, this.panel);
    store.listen((state, before) => {
      if (!this.shown) return;
      if (state.form !== before.form) this.drawResult();
      if (state.level !== before.level) this.panels.delete("steps");
      if (state.tab !== before.tab || state.level !== before.level) this.drawTabs();
    });
  }

  show(session: Session): void {
    const { preview, derived, problem } = session;
    if (preview && preview !== this.previewed) {
      this.previewed = preview;
      this.drawFunction(preview);
    }
    if (!derived || !problem || !preview) {
      this.shown = null;
      [this.result, this.tabs, this.panel].forEach((part) => (part.hidden = true));
      return;
    }
    if (derived === this.shown?.derived) return;
    this.shown = { derived, preview, problem };
    [this.result, this.tabs, this.panel].forEach((part) => (part.hidden = false));
    this.panels.clear();
    this.place.dataset["answers"] = problem.input;
    this.drawResult();
    this.drawTabs();
  }

  /** The answer as LaTeX, in the form that is shown. */
  latex(): string {
    return this.shown
      ? this.shown.derived.answers.map((answer) => this.equation(answer)).join(" \\\\\n")
      : "";
  }

  private drawFunction(preview: Preview): void {
    const toggle = button(
      this.withShapes ? "Hide shapes" : "Show shapes",
      () => {
        this.withShapes = !this.withShapes;
        this.drawFunction(preview);
      },
      { class: "link shapes-toggle" },
    );
    fill(
      this.head,
      wideMath(this.withShapes ? preview.latex_shapes : preview.latex, "the function as it was read"),
      namesView(preview.definitions),
      toggle,
      understoodView(preview),
    );
    watchWidths(this.head);
  }

  /** The form that is asked for, or the one that reads best; the same for all answers that have it. */
  private form(answer: Answer): Form {
    const { form } = this.store.state;
    if (form !== "auto" && answer.forms_latex[form]) return form;
    const closed = this.shown?.derived.answers.map((each) => each.forms_latex.closed) ?? [];
    const isShort = closed.every((latex) => latex !== undefined && latex.length <= SHORT);
    return isShort || !answer.forms_latex.cascade ? "closed" : "cascade";
  }

  private equation(answer: Answer): string {
    const shown = answer.arranged?.latex ?? answer.forms_latex[this.form(answer)] ?? answer.latex;
    return `${answer.label} = ${shown}`;
  }

  private text(answer: Answer): string {
    return answer.arranged?.text ?? answer.forms[this.form(answer)] ?? answer.result;
  }

  private drawResult(): void {
    if (!this.shown) return;
    const { derived, preview, problem } = this.shown;
    const answers = derived.answers;
    const first = answers[0];
    const forms = FORMS.filter((form) => answers.some((answer) => answer.forms_latex[form]));
    const title = derived.kind.charAt(0).toUpperCase() + derived.kind.slice(1);
    fill(
      this.result,
      h(
        "div",
        { class: "result-head" },
        h("h2", {}, answers.length > 1 && derived.kind !== "differential" ? `${title}s` : title),
        verdictView(derived.verdict),
        h(
          "div",
          { class: "result-tools" },
          copyButton("Copy LaTeX", () => this.latex()),
          copyButton("Copy text", () => answers.map((answer) => this.text(answer)).join("\n")),
          downloadMenu(problem, () => this.store.state.level),
          shareButton(this.store, this.config),
        ),
      ),
      h(
        "div",
        { class: "answers" },
        ...answers.map((answer) => this.answer(answer)),
        namesView(this.names(derived)),
      ),
      first &&
        !first.arranged &&
        forms.length > 1 &&
        h(
          "div",
          { class: "bar" },
          choice(
            "Form",
            forms.map((form) => ({ value: form, name: FORM_NAMES[form], title: FORM_WORDS[form] })),
            this.form(first),
            (form) => this.store.update({ form }),
            "small",
          ),
          h("span", { class: "note form-words" }, FORM_WORDS[this.form(first)]),
        ),
      notesView(derived),
      claimsOf(derived.claims, preview),
    );
    watchWidths(this.result);
  }

  private answer(answer: Answer): HTMLElement {
    return h(
      "div",
      { class: "answer" },
      wideMath(this.equation(answer), `derivative by ${answer.wrt}`),
      answer.arranged && h("p", { class: "note arranged" }, answer.arranged.words),
    );
  }

  /** What the names in the answers stand for: those of the derivation that are used, then the form's own. */
  private names(derived: Derived): Named[] {
    const shown = derived.answers.map((answer) => this.equation(answer));
    const own = derived.answers.flatMap((answer) => answer.forms_definitions[this.form(answer)] ?? []);
    const needed = [...unique(own)].reverse();
    const texts = [...shown, ...needed.map((name) => name.value_latex)];
    for (const name of [...derived.definitions].reverse()) {
      if (
        needed.some(({ latex }) => latex === name.latex) ||
        !texts.some((text) => mentions(text, name.latex))
      )
        continue;
      needed.push(name);
      texts.push(name.value_latex);
    }
    return needed.reverse();
  }

  private drawTabs(): void {
    const { tab } = this.store.state;
    const select = (value: Tab) => this.store.update({ tab: value });
    fill(
      this.tabs,
      ...TABS.map((value, i) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${value}`,
            "aria-selected": String(value === tab),
            "aria-controls": "panel",
            tabindex: value === tab ? 0 : -1,
            title: `Alt+${i + 1}`,
            onclick: () => select(value),
            onkeydown: (event: KeyboardEvent) => {
              const step = { ArrowRight: 1, ArrowLeft: TABS.length - 1 }[event.key];
              if (!step) return;
              const next = TABS[(i + step) % TABS.length] ?? "steps";
              select(next);
              byId(`tab-${next}`).focus();
            },
          },
          TAB_NAMES[value],
        ),
      ),
    );
    this.panel.setAttribute("aria-labelledby", `tab-${tab}`);
    let found = this.panels.get(tab);
    if (!found && this.shown) {
      found = this.build(tab, this.shown);
      this.panels.set(tab, found);
    }
    if (found) fill(this.panel, found);
    watchWidths(this.panel);
  }

  private build(tab: Tab, { derived, preview, problem }: Shown): HTMLElement {
    const redraw = () => {
      this.panels.delete(tab);
      this.drawTabs();
    };
    switch (tab) {
      case "steps":
        return stepsView(derived, this.store, redraw);
      case "graph":
        return graphView(preview.kinds.includes("gradient") ? { ...problem, kind: "gradient" } : problem);
      case "code":
        return codeView(derived, problem, this.config, this.store, redraw);
      case "numbers":
        return new NumbersView(problem, preview, this.config.limits.size).element;
      case "check":
        return claimView(problem, preview, this.store);
    }
  }
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

function namesView(names: Named[]): HTMLElement | null {
  if (!names.length) return null;
  return h(
    "div",
    { class: "names" },
    h("span", { class: "note" }, "where"),
    ...names.map(({ latex, value_latex }) => math(`${latex} = ${value_latex}`)),
  );
}

function verdictView(verdict: Verdict): HTMLElement {
  const label = verdict.ok ? "Checked" : "Not verified";
  return h(
    "details",
    { class: `verdict menu ${verdict.ok ? "good" : "unsure"}` },
    h(
      "summary",
      { class: "badge" },
      h("span", { "aria-hidden": "true" }, verdict.ok ? "✓" : "?"),
      ` ${label}`,
    ),
    h(
      "div",
      { class: "menu-body" },
      h("p", {}, verdict.ok ? "The answer as printed was checked:" : "This answer could not be checked:"),
      h(
        "ul",
        {},
        ...(verdict.words.length ? verdict.words : [verdict.status]).map((words) => h("li", {}, words)),
      ),
    ),
  );
}

function notesView(derived: Derived): HTMLElement | null {
  const inferred = / \(inferred\)$/;
  const notes = derived.notes.filter((note) => !inferred.test(note));
  const rows = [
    ...derived.conditions.map((condition) =>
      h(
        "li",
        { class: "condition" },
        h("span", { class: "tag" }, "needs"),
        sentence(condition.parts, condition.words),
      ),
    ),
    ...[...derived.remarks, ...notes].map((remark) =>
      h("li", {}, h("span", { class: "tag" }, "note"), remark),
    ),
  ];
  return rows.length ? h("ul", { class: "conditions" }, ...rows) : null;
}

/** How a question was read, and what has to be asked back. */
function understoodView(preview: Preview): HTMLElement | null {
  const { understood, questions } = preview;
  if (!understood.length && !questions.length) return null;
  return h(
    "details",
    { class: "understood", open: questions.length > 0 },
    h("summary", {}, "How the question was read"),
    h(
      "ul",
      {},
      ...understood.map(({ left, right, parts, words }) =>
        h(
          "li",
          {},
          right !== null && math(left === null ? right : `${left} = ${right}`),
          " ",
          sentence(parts, words),
        ),
      ),
      ...questions.map((question) => h("li", { class: "asked-back" }, question)),
    ),
  );
}

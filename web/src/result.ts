// The result: in one of its forms, with what it needs, and with what can be done with it.
import type { Answer, Config, Derived, Form } from "./api";
import { choice } from "./choice";
import { claimsOf } from "./claim";
import { copyButton } from "./copy";
import { fill, h } from "./dom";
import type { Child } from "./dom";
import { watchWidths, wideMath } from "./math";
import { neededNames } from "./names";
import { namesView, notesView, verdictView } from "./notes";
import { downloadMenu } from "./save";
import type { Shown } from "./session";
import { shareButton } from "./share";
import { FORMS } from "./state";
import type { Store } from "./state";

const SHORT = 150; // characters of LaTeX up to which an answer is best read without names in it
const FORM_NAMES: Record<Form, string> = {
  cascade: "Short names",
  closed: "Written out",
  diagonal: "Diagonal matrices",
  chain: "Chain of Jacobians",
};
const FORM_WORDS: Record<Form, string> = {
  cascade: "with a name for each part that is shared",
  closed: "in the given variables alone",
  diagonal: "in place of products of entries",
  chain: "one for each part, multiplied"
};
export class Result {
  readonly element = h("div", { class: "result" });
  private shown: Shown | null = null;

  constructor(
    private store: Store,
    private config: Config,
  ) {
    store.listen((state, before) => {
      if (state.form !== before.form && this.shown) this.show(this.shown);
    });
  }

  show(shown: Shown): void {
    this.shown = shown;
    const { derived, preview } = shown;
    fill(
      this.element,
      this.head(shown),
      h(
        "div",
        { class: "answers" },
        ...derived.answers.map((answer) => this.answer(answer)),
        namesView(this.names(derived)),
      ),
      this.forms(derived.answers),
      notesView(derived),
      claimsOf(derived.claims, preview),
    );
    watchWidths(this.element);
  }

  /** The answers as LaTeX, in the form that is shown. */
  latex(): string {
    return this.shown?.derived.answers.map((answer) => this.equation(answer)).join(" \\\\\n") ?? "";
  }

  private head({ derived, problem }: Shown): HTMLElement {
    const { answers, kind, verdict } = derived;
    const title = kind.charAt(0).toUpperCase() + kind.slice(1);
    return h(
      "div",
      { class: "result-head" },
      h("h2", {}, answers.length > 1 && kind !== "differential" ? `${title}s` : title),
      verdictView(verdict),
      h(
        "div",
        { class: "result-tools" },
        copyButton("Copy LaTeX", () => this.latex()),
        copyButton("Copy text", () => this.texts(derived)),
        downloadMenu(problem, () => this.store.state.level, this.config.formats),
        shareButton(this.store, this.config),
      ),
    );
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

  /** The answers as text that can be typed again; several with their names. */
  private texts({ answers, name }: Derived): string {
    const text = (answer: Answer) =>
      answer.arranged?.text ?? answer.forms[this.form(answer)] ?? answer.result;
    if (answers.length === 1) return answers.map(text).join();
    return answers.map((answer) => `d${name}/d${answer.wrt} = ${text(answer)}`).join("\n");
  }

  private forms(answers: Answer[]): Child {
    const forms = FORMS.filter((form) => answers.some((answer) => answer.forms_latex[form]));
    const first = answers[0];
    if (!first || first.arranged || forms.length < 2) return null;
    const options = forms.map((form) => ({ value: form, name: FORM_NAMES[form], title: FORM_WORDS[form] }));
    return h(
      "div",
      { class: "bar" },
      choice("Form", options, this.form(first), (form) => this.store.update({ form }), "small"),
      h("span", { class: "note form-words" }, FORM_WORDS[this.form(first)]),
    );
  }

  private answer(answer: Answer): HTMLElement {
    return h(
      "div",
      { class: "answer" },
      wideMath(this.equation(answer), `derivative by ${answer.wrt}`),
      answer.arranged && h("p", { class: "note arranged" }, answer.arranged.words),
    );
  }

  private names(derived: Derived) {
    const shown = derived.answers.map((answer) => this.equation(answer));
    const own = derived.answers.flatMap((answer) => answer.forms_definitions[this.form(answer)] ?? []);
    return neededNames(shown, derived.definitions, own);
  }
}

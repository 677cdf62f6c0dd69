// The answer as a program, in one language a tab.
import { codeFor, testedCode } from "./api";
import type { Config, Derived, Problem } from "./api";
import { choice } from "./choice";
import { copyButton } from "./copy";
import { button, fill, h } from "./dom";
import { save, saveButton } from "./save";
import type { State, Store } from "./state";
import { troubleView } from "./trouble";

const EXTENSIONS: Record<string, string> = { matlab: "m", julia: "jl", c: "c" };
const RETURNED = [
  { value: "without" as const, name: "Gradient" },
  { value: "with" as const, name: "Value and gradient" },
];
const LANGUAGES: [RegExp, string][] = [
  [/^(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*")/, "string"],
  [/^(?:#[^\n]*|%[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/)/, "comment"],
  [
    /^(?:def|return|import|from|as|function|end|for|in|if|else|elseif|while|class|using|with|static|void|double|int|const|struct|lambda|not|and|or|None|True|False|nothing)\b/,
    "keyword",
  ],
  [/^\d+(?:\.\d+)?(?:e[-+]?\d+)?/, "number"],
  [/^[A-Za-z_]\w*/, ""],
];

/** Generated code in colours; whatever it is, it is set as text. */
export function coloured(source: string): HTMLElement {
  const place = h("code", {});
  let plain = "";
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at);
    const [text, name] = token(rest);
    at += text.length;
    if (!name) {
      plain += text;
      continue;
    }
    place.append(plain, h("span", { class: `code-${name}` }, text));
    plain = "";
  }
  place.append(plain);
  return place;
}

function token(rest: string): [string, string] {
  for (const [pattern, name] of LANGUAGES) {
    const found = pattern.exec(rest);
    if (found) return [found[0], name];
  }
  return [rest[0] ?? "", ""];
}

/** Saves a file that runs by itself, with numbers and a difference quotient. */
function testedButton(problem: Problem): HTMLButtonElement {
  const made: HTMLButtonElement = button(
    "Save with a test",
    () => {
      void testedCode(problem).then((found) => {
        if (found.error) made.textContent = found.error.message;
        else save("value_and_grad.py", new Blob([found.source], { type: "text/x-python" }));
      });
    },
    { class: "button quiet" },
  );
  return made;
}

export function codeView(
  derived: Derived,
  problem: Problem,
  config: Config,
  store: Store,
  redraw: () => void,
): HTMLElement {
  const { target } = store.state;
  const withValue = store.state.value === "with" && derived.kind === "gradient";
  const key = withValue ? `${target} with value` : target;
  const place = h("div", { class: "code-place" });
  const options = config.targets.map(({ id, name }) => ({ value: id, name }));
  const choose = (change: Partial<State>) => {
    store.update(change);
    redraw();
  };
  const show = (source: string) => {
    derived.code[key] = source;
    const tools = h(
      "div",
      { class: "code-tools" },
      copyButton("Copy code", () => source),
      saveButton("Save", () => ({ name: `${derived.kind}.${EXTENSIONS[target] ?? "py"}`, text: source })),
      target === "numpy" && derived.kind === "gradient" && config.numbers && testedButton(problem),
    );
    fill(
      place,
      tools,
      h("pre", { class: "source", tabindex: 0, "aria-label": `${target} code` }, coloured(source)),
    );
  };
  const known = derived.code[key];
  if (known) show(known);
  else {
    fill(place, h("p", { class: "note" }, "Writing…"));
    void codeFor(problem, target, withValue).then((found) =>
      found.error ? fill(place, troubleView(found.error)) : show(found.source),
    );
  }
  return h(
    "div",
    { class: "code" },
    h(
      "div",
      { class: "bar" },
      choice("Language", options, target, (value) => choose({ target: value }), "small"),
      derived.kind === "gradient" &&
        choice("What the code returns", RETURNED, store.state.value, (value) => choose({ value }), "small"),
    ),
    derived.answers.some((answer) => answer.arranged) &&
      h(
        "p",
        { class: "note" },
        "Code returns an array with the axes of the function first and those of the variable after them, in every layout.",
      ),
    place,
  );
}

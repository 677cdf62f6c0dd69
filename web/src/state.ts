// What the user has chosen, and its spelling in the address: a link holds the whole state.
import type { Config, Example, Form, Kind, Level, Problem, Size } from "./api";

export type Tab = "steps" | "graph" | "code" | "numbers" | "check";

export interface State {
  text: string;
  kind: Kind | null;
  wrt: string[] | null;
  shapes: Record<string, Size[]>;
  assume: Record<string, string[]>;
  layout: string;
  order: string;
  form: Form | "auto";
  level: Level;
  tab: Tab;
  target: string;
  value: "with" | "without"; // is the value computed together with the gradient?
  claim: string;
}

export const START: State = {
  text: "",
  kind: null,
  wrt: null,
  shapes: {},
  assume: {},
  layout: "numerator",
  order: "columns",
  form: "auto",
  level: "normal",
  tab: "steps",
  target: "numpy",
  value: "without",
  claim: "",
};

export const TABS: readonly Tab[] = ["steps", "graph", "code", "numbers", "check"];
export const FORMS: readonly Form[] = ["cascade", "closed", "diagonal", "chain"];
export const LEVELS: readonly Level[] = ["short", "normal", "full"];
export const KINDS: readonly Kind[] = ["gradient", "jacobian", "hessian", "differential"];

const WORDS = ["layout", "order", "form", "level", "tab", "target", "value", "claim"] as const;
const CHOICES: Partial<Record<string, readonly string[]>> = {
  layout: ["numerator", "denominator"],
  order: ["columns", "rows"],
  form: FORMS,
  level: LEVELS,
  tab: TABS,
  value: ["with", "without"],
};

/** The state as it stands after # in the address; what is as at the start is left out. */
export function encode(state: State): string {
  const fields = new URLSearchParams();
  if (state.text) fields.set("f", state.text);
  if (state.kind) fields.set("kind", state.kind);
  if (state.wrt) fields.set("wrt", state.wrt.join(","));
  for (const [name, sizes] of Object.entries(state.shapes)) fields.set(`shape.${name}`, sizes.join(","));
  for (const [name, words] of Object.entries(state.assume)) fields.set(`assume.${name}`, words.join(","));
  for (const word of WORDS) if (state[word] !== START[word]) fields.set(word, state[word]);
  return fields.toString();
}

/** The state that a link holds; anything in it that is not known is left aside. */
export function decode(fragment: string): State {
  const state: State = { ...START, shapes: {}, assume: {} };
  for (const [key, value] of new URLSearchParams(fragment)) {
    const [head, name] = key.split(/\.(.*)/s);
    const parts = value ? value.split(",") : [];
    if (key === "f") state.text = value;
    else if (key === "kind" && isOneOf(KINDS, value)) state.kind = value;
    else if (key === "wrt") state.wrt = parts;
    else if (head === "shape" && name) state.shapes[name] = parts;
    else if (head === "assume" && name) state.assume[name] = parts;
    else if (isOneOf(WORDS, key) && (CHOICES[key]?.includes(value) ?? true)) {
      Object.assign(state, { [key]: value });
    }
  }
  return state;
}

/** The same without languages and assumptions that the service does not know. */
export function known(state: State, { targets, assumptions }: Config): State {
  const facts = assumptions.map(({ id }) => id);
  const assume = Object.entries(state.assume).map(([name, words]) => [
    name,
    words.filter((word) => facts.includes(word)),
  ]);
  return {
    ...state,
    target: targets.some(({ id }) => id === state.target) ? state.target : START.target,
    assume: facts.length ? (Object.fromEntries(assume) as State["assume"]) : state.assume,
  };
}

function isOneOf<T extends string>(known: readonly T[], word: string): word is T {
  return (known as readonly string[]).includes(word);
}

/** What is sent to the service. */
export function problemOf(state: State): Problem {
  const { text, kind, wrt, shapes, assume, layout, order } = state;
  return { input: text, mode: "auto", kind, wrt, shapes, assume, layout, order };
}

/** The state that an example starts from. */
export function ofExample(example: Example): State {
  const { input, kind, wrt, shapes, assume } = example;
  return { ...START, text: input, kind, wrt, shapes, assume };
}

type Listener = (state: State, before: State) => void;

/** The one state of the page; whoever shows a part of it listens. */
export class Store {
  private listeners: Listener[] = [];

  constructor(public state: State) {}

  update(change: Partial<State>): void {
    const before = this.state;
    this.state = { ...before, ...change };
    for (const listener of this.listeners) listener(this.state, before);
  }

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }
}

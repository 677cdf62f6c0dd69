// What the service offers, as types, and the calls.

import { send } from "./transport";

export type Kind = "gradient" | "jacobian" | "hessian" | "differential";
export type Level = "short" | "normal" | "full";
export type Form = "cascade" | "closed" | "diagonal" | "chain";
export type Format = "latex" | "markdown" | "pdf" | "notebook" | "html";
export type Size = string | number;
export type Numbers = number | string | Numbers[];

export interface Trouble {
  code: string;
  message: string;
  position: [number, number] | null;
  hint: string | null;
  field?: string;
  options?: Option[];
}

/** A text that can be sent instead, and what it means. */
export interface Option {
  text: string;
  words: string;
}

/** How sure it is that this was meant. */
export interface Reading {
  status: "read" | "assumed";
  guesses: { words: string; alternative: string; place: [number, number] | null }[];
  options: Option[];
}

export interface Problem {
  input: string;
  mode: "auto" | "text" | "latex" | "question";
  shapes: Record<string, Size[]>;
  assume: Record<string, string[]>;
  kind: Kind | null;
  wrt: string[] | null;
  layout: string;
  order: string;
}

export interface SymbolInfo {
  name: string;
  latex: string;
  kind: "scalar" | "vector" | "row" | "matrix";
  shape: Size[];
  shape_text: string;
  shape_latex: string;
  inferred: boolean;
  assume: string[];
}

export interface Named {
  name: string;
  latex: string;
  value_latex: string;
}

/** Words, and formulas among them. */
export type Parts = { text?: string; latex?: string }[];

export interface Asked {
  kind: Kind;
  wrt: string[];
}

export interface Preview {
  ok: boolean;
  mode: string;
  name: string;
  latex: string;
  latex_shapes: string;
  shape_latex: string;
  symbols: SymbolInfo[];
  definitions: Named[];
  variables: string[];
  kinds: Kind[];
  asked: Asked | null;
  suggested: Asked | null;
  understood: Row[];
  questions: string[];
  reading: Reading;
  form: string;
  notes: string[];
  error: Trouble | null;
}

export interface Row {
  level: Level;
  left: string | null;
  right: string | null;
  implies: { left: string; right: string } | null;
  words: string | null;
  parts: Parts;
  rule: string | null;
  why: string | null;
  detail: boolean;
}

export interface Section {
  id: string;
  title: string;
  level: Level;
  rows: Row[];
}

export interface Answer {
  wrt: string;
  label: string;
  result: string;
  latex: string;
  shape_latex: string;
  forms: Partial<Record<Form, string>>;
  forms_latex: Partial<Record<Form, string>>;
  forms_definitions: Partial<Record<Form, Named[]>>;
  arranged: { latex: string; text: string; words: string } | null;
}

export interface Verdict {
  ok: boolean;
  status: string;
  details: string[];
  words: string[];
}

export interface Claimed {
  claim: string;
  status: string;
  words: string;
  counterexample: Counterexample | null;
}

export interface Derived {
  ok: boolean;
  mode: string;
  kind: Kind;
  name: string;
  latex: string;
  notes: string[];
  definitions: Named[];
  answers: Answer[];
  sections: Section[];
  conditions: { words: string; parts: Parts }[];
  remarks: string[];
  verdict: Verdict;
  code: Record<string, string>;
  understood: Row[];
  questions: string[];
  claims: Claimed[];
  milliseconds: number;
  error: Trouble | null;
}

export interface Counterexample {
  sizes: Record<string, number>;
  inputs: Record<string, Numbers>;
  claimed: Numbers;
  true: Numbers;
}

export interface Judged {
  ok: boolean;
  right: boolean;
  status: string;
  slip: string;
  claim_latex: string;
  answer_latex: string;
  label: string;
  counterexample: Counterexample | null;
  error: Trouble | null;
}

export interface Evaluated {
  ok: boolean;
  sizes: Record<string, number>;
  inputs: Record<string, Numbers>;
  value: Numbers;
  derivatives: Record<string, Numbers>;
  label: Record<string, string>;
  error: Trouble | null;
}

export interface Drawn {
  ok: boolean;
  svg: string;
  steps: number;
  forward: number;
  title: string;
  error: Trouble | null;
}

export interface Config {
  version: string;
  links: boolean;
  targets: { id: string; name: string }[];
  assumptions: { id: string; name: string; for: string[] }[];
  limits: { bytes: number; seconds: number; size: number };
  formats: string[];
  numbers: boolean; // can functions be evaluated?
}

export interface Example {
  id: string;
  title: string;
  group: string;
  input: string;
  mode: Problem["mode"];
  shapes: Record<string, Size[]>;
  assume: Record<string, string[]>;
  kind: Kind | null;
  wrt: string[] | null;
  latex: string;
}

const UNREACHABLE: Trouble = {
  code: "E_OFFLINE",
  message: "the service does not answer",
  position: null,
  hint: "is `matgrad serve` still running?",
};

/** A call of the service; a fault of any kind comes back as `error`, except a cancelled call. */
async function ask<T>(path: string, init: RequestInit): Promise<T> {
  try {
    const response = await send(path, init);
    return (await response.json()) as T;
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "AbortError") throw problem;
    return { ok: false, error: UNREACHABLE } as T;
  }
}

function post<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
  return ask<T>(path, posting(body, signal));
}

function posting(body: object, signal?: AbortSignal): RequestInit {
  const headers = { "content-type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body), signal: signal ?? null };
}

export const preview = (problem: Problem, signal?: AbortSignal) =>
  post<Preview>("/api/preview", problem, signal);

export const derive = (problem: Problem, code: string[], signal?: AbortSignal) =>
  post<Derived>(
    "/api/derive",
    { ...problem, level: "full", forms: ["cascade", "closed", "diagonal", "chain"], code, steps: false },
    signal,
  );

interface Source {
  ok: boolean;
  source: string;
  error: Trouble | null;
}

export const codeFor = (problem: Problem, target: string, value: boolean) =>
  post<Source>("/api/code", { ...problem, target, value });

/** Value and gradient in NumPy, in a file that tries itself when it is run. */
export const testedCode = (problem: Problem) =>
  post<Source>("/api/code", { ...problem, target: "numpy", test: true });

export const judge = (problem: Problem, claim: string, signal?: AbortSignal) =>
  post<Judged>("/api/check", { ...problem, claim }, signal);

export const evaluate = (
  problem: Problem,
  sizes: Record<string, number>,
  values: Record<string, Numbers>,
  seed: number,
  signal?: AbortSignal,
) => post<Evaluated>("/api/evaluate", { ...problem, sizes, values, seed }, signal);

export const draw = (problem: Problem, signal?: AbortSignal) => post<Drawn>("/api/graph", problem, signal);

export const config = () => ask<Config>("/api/config", {});

export const examples = () => ask<{ examples?: Example[] }>("/api/examples", {});

export const storeLink = (state: string) =>
  post<{ ok: boolean; id: string; error: Trouble | null }>("/api/links", { state });

export const storedLink = (id: string) =>
  ask<{ ok: boolean; state: string; error: Trouble | null }>(`/api/links/${encodeURIComponent(id)}`, {});

/** A derivation as a file, or what went wrong. */
export async function documentOf(
  problem: Problem,
  format: Format,
  level: Level,
): Promise<{ file: Blob; name: string } | { error: Trouble }> {
  try {
    const response = await send("/api/document", posting({ ...problem, format, level }));
    const type = response.headers.get("content-type") ?? "";
    const named = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "");
    if (named || !type.startsWith("application/json")) {
      return { file: await response.blob(), name: named?.[1] ?? `derivation.${format}` };
    }
    return (await response.json()) as { error: Trouble };
  } catch {
    return { error: UNREACHABLE };
  }
}

// The engine in this browser: a worker that runs one question after another.
import { byId } from "./dom";

/** What the worker tells: how much of it is loaded, that it is ready, an answer, or that it cannot start. */
export type Told =
  | { kind: "loaded"; part: number }
  | { kind: "ready" }
  | { kind: "failed"; words: string }
  | { kind: "answer"; status: number; type: string; name: string; content: ArrayBuffer };

interface Waiting {
  path: string;
  body: string;
  signal: AbortSignal | null;
  resolve: (response: Response) => void;
  reject: (problem: unknown) => void;
}

const PATIENCE = 20_000; // milliseconds that one question may take
const KEPT = ["config", "examples"]; // these are files: the page is there before the engine is

let worker: Worker | null = null;
let isReady = false;
let running: Waiting | null = null;
let clock = 0;
const waiting: Waiting[] = [];

/** Answer a call of the service's API. */
export async function answer(path: string, init: RequestInit): Promise<Response> {
  const task = path.replace("/api/", "");
  if (KEPT.includes(task)) return fetch(`${task}.json`);
  if (task.startsWith("links")) return refusal("E_LINKS", "this page stores no short links");
  const signal = init.signal ?? null;
  signal?.throwIfAborted();
  begin();
  return new Promise<Response>((resolve, reject) => {
    const asked: Waiting = { path: task, body: String(init.body ?? "{}"), signal, resolve, reject };
    signal?.addEventListener("abort", () => reject(signal.reason));
    waiting.push(asked);
    next();
  });
}

/** Start to load the engine, once. */
export function begin(): void {
  if (worker) return;
  isReady = false;
  worker = new Worker("engine/worker.js", { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  worker.onerror = () => hear({ kind: "failed", words: "the engine cannot be loaded" });
}

function hear(told: Told): void {
  if (told.kind === "loaded") show(`Loading the engine, ${Math.round(100 * told.part)} %`);
  else if (told.kind === "failed") {
    show(`${told.words}; a reload tries it again`);
    for (const asked of waiting.splice(0)) asked.resolve(refusal("E_OFFLINE", told.words));
  } else if (told.kind === "ready") {
    isReady = true;
    show("");
    next();
  } else {
    window.clearTimeout(clock);
    const headers: Record<string, string> = { "content-type": told.type };
    if (told.name) headers["content-disposition"] = `attachment; filename="${told.name}"`;
    running?.resolve(new Response(told.content, { status: told.status, headers }));
    running = null;
    next();
  }
}

/** Ask the next question that somebody still waits for. */
function next(): void {
  if (!isReady || running) return;
  running = waiting.shift() ?? null;
  while (running?.signal?.aborted) running = waiting.shift() ?? null;
  if (!running) return;
  worker?.postMessage({ task: running.path, body: running.body });
  clock = window.setTimeout(giveUp, PATIENCE);
}

/** End an engine that does not come to an end, and begin with a fresh one. */
function giveUp(): void {
  running?.resolve(refusal("E_LIMIT", `this takes more than ${PATIENCE / 1000} s in a browser`));
  running = null;
  worker?.terminate();
  worker = null;
  begin();
}

function refusal(code: string, message: string): Response {
  const error = { code, message, position: null, hint: null, field: "input" };
  return Response.json({ ok: false, mode: "auto", shapes: {}, answers: [], error });
}

function show(words: string): void {
  const place = byId("engine");
  place.hidden = !words;
  place.textContent = words;
}

// From what is typed to what is shown: one question at a time, the newest wins.
import { derive, preview as previewOf } from "./api";
import type { Derived, Preview, Problem, Trouble } from "./api";
import { problemOf } from "./state";
import type { State, Store } from "./state";

export type Phase = "idle" | "asking" | "slow" | "cancelled";

const TYPING = 40; // milliseconds of rest before a question is asked
const SLOW = 350; // after which a derivation shows that it is at work
const PATIENCE = 450; // before half-typed text is called wrong
const BUSY = ["E_BUSY", "E_RATE"]; // faults that pass
const PAUSE = 1000; // before a busy service is asked again

/** An answer, and the question that it answers. */
export interface Shown {
  derived: Derived;
  preview: Preview;
  problem: Problem;
}

/** The question on the way, and the last answers. */
export class Session {
  preview: Preview | null = null;
  previewed = ""; // the text that `preview` is about
  derived: Derived | null = null;
  problem: Problem | null = null; // what `derived` answers
  trouble: Trouble | null = null;
  phase: Phase = "idle";
  private running: AbortController | null = null;
  private timers: number[] = [];
  private attempts = 0;

  constructor(
    private store: Store,
    private changed: (session: Session) => void,
  ) {
    store.listen((state, before) => {
      if (isSameQuestion(state, before)) return;
      if (state.text === before.text) void this.ask();
      else {
        this.stop(); // an answer to the text before must not come in between
        this.later(TYPING, () => void this.ask());
      }
    });
  }

  /** Ask now what the state says. */
  async ask(): Promise<void> {
    this.stop();
    const state = this.store.state;
    if (!state.text.trim()) return this.clear();
    const running = new AbortController();
    this.running = running;
    this.enter("asking");
    this.later(SLOW, () => this.enter("slow"));
    try {
      await this.answer(problemOf(state), running.signal);
    } catch (problem) {
      if (!running.signal.aborted) throw problem;
    }
  }

  /** Give up the question on the way; the last answer stays. */
  cancel(): void {
    if (this.phase !== "asking" && this.phase !== "slow") return;
    this.stop();
    this.enter("cancelled");
  }

  private async answer(asked: Problem, signal: AbortSignal): Promise<void> {
    const seen = await previewOf(asked, signal);
    signal.throwIfAborted();
    if (seen.error) return this.fail(seen.error);
    this.preview = seen;
    this.previewed = asked.input;
    this.trouble = null;
    this.changed(this);
    const problem = fitting(asked, seen);
    const found = await derive(problem, [this.store.state.target], signal);
    signal.throwIfAborted();
    if (found.error) return this.fail(found.error);
    this.derived = found;
    this.problem = problem;
    this.finish();
  }

  private finish(): void {
    this.running = null;
    this.attempts = 0;
    this.clearTimers();
    this.enter("idle");
  }

  private fail(trouble: Trouble): void {
    this.running = null;
    this.clearTimers();
    if (BUSY.includes(trouble.code) && this.attempts < 3) {
      this.attempts += 1;
      this.enter("slow");
      this.later(PAUSE, () => void this.ask());
      return;
    }
    this.enter("idle");
    const show = () => {
      this.trouble = trouble;
      this.changed(this);
    };
    if (this.trouble || !this.derived) show();
    else this.later(PATIENCE, show);
  }

  private clear(): void {
    this.preview = this.derived = this.problem = this.trouble = null;
    this.enter("idle");
  }

  private stop(): void {
    this.clearTimers();
    this.running?.abort();
    this.running = null;
  }

  private enter(phase: Phase): void {
    this.phase = phase;
    this.changed(this);
  }

  private later(wait: number, what: () => void): void {
    this.timers.push(window.setTimeout(what, wait));
  }

  private clearTimers(): void {
    this.timers.forEach((timer) => window.clearTimeout(timer));
    this.timers = [];
  }
}

const ASKED = ["text", "kind", "wrt", "shapes", "assume", "layout", "order"] as const;

function isSameQuestion(state: State, before: State): boolean {
  return ASKED.every((field) => state[field] === before[field]);
}

/** The question without choices that were made for another function. */
export function fitting(asked: Problem, seen: Preview): Problem {
  const wrt = asked.wrt?.filter((name) => seen.variables.includes(name)) ?? [];
  const kind = asked.kind && seen.kinds.includes(asked.kind) ? asked.kind : null;
  const suggested = seen.suggested;
  return {
    ...asked,
    kind: kind ?? suggested?.kind ?? null,
    wrt: wrt.length ? wrt : (suggested?.wrt ?? null),
  };
}

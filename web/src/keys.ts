// The keyboard reaches everything.
import type { Session } from "./session";
import { FORMS, KINDS, LEVELS, TABS } from "./state";
import type { Store } from "./state";

export const SHORTCUTS: { keys: string[]; words: string }[] = [
  { keys: ["/"], words: "go to the box" },
  { keys: ["Ctrl", "Enter"], words: "ask now" },
  { keys: ["Esc"], words: "cancel, or close what is open" },
  { keys: ["Alt", "G"], words: "gradient" },
  { keys: ["Alt", "J"], words: "Jacobian" },
  { keys: ["Alt", "H"], words: "Hessian" },
  { keys: ["Alt", "D"], words: "differential" },
  { keys: ["Alt", "V"], words: "next variable to differentiate by" },
  { keys: ["Alt", "F"], words: "next form of the answer" },
  { keys: ["Alt", "L"], words: "next level of detail" },
  { keys: ["Alt", "1…5"], words: "steps, graph, code, numbers, check" },
  { keys: ["Alt", "C"], words: "copy the answer as LaTeX" },
  { keys: ["Alt", "E"], words: "examples" },
  { keys: ["?"], words: "this list" },
];

export interface Reach {
  focusBox(): void;
  copyLatex(): void;
  nextVariable(): void;
  openExamples(): void;
  openShortcuts(): void;
  refresh(): void;
}

export function listenToKeys(store: Store, session: Session, reach: Reach): void {
  const next = <T extends string>(all: readonly T[], now: string) =>
    all[(all.indexOf(now as T) + 1) % all.length] as T;
  const alt: Record<string, () => void> = {
    KeyV: reach.nextVariable,
    KeyC: reach.copyLatex,
    KeyE: reach.openExamples,
    KeyF: () => store.update({ form: next(FORMS, store.state.form) }),
    KeyL: () => store.update({ level: next(LEVELS, store.state.level) }),
    ...Object.fromEntries(
      KINDS.map((kind) => [`Key${kind.charAt(0).toUpperCase()}`, () => store.update({ kind })]),
    ),
    ...Object.fromEntries(TABS.map((tab, i) => [`Digit${i + 1}`, () => store.update({ tab })])),
  };
  document.addEventListener("keydown", (event) => {
    const isTyping = (event.target as Element).matches("input, textarea, select");
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (event.altKey && !event.ctrlKey && !event.metaKey && alt[event.code]) {
      event.preventDefault();
      alt[event.code]?.();
      reach.refresh();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void session.ask();
    } else if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
      session.cancel();
    } else if (isPlain && !isTyping && event.key === "/") {
      event.preventDefault();
      reach.focusBox();
    } else if (isPlain && !isTyping && event.key === "?") {
      event.preventDefault();
      reach.openShortcuts();
    }
  });
}

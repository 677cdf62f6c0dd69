// The page is put together here.
import { config as configOf, examples as examplesOf } from "./api";
import type { Config, Example } from "./api";
import { Controls } from "./controls";
import { copy } from "./copy";
import { dialog, fillExamples, functionsDialog, shortcutsDialog } from "./dialogs";
import { announce, button, byId, fill, h } from "./dom";
import { Editor } from "./editor";
import { listenToKeys } from "./keys";
import { Paper } from "./paper";
import { showProgress } from "./progress";
import { fitting, Session } from "./session";
import { showReading } from "./reading";
import { keepAddress, remember, stateOfAddress } from "./share";
import { known, ofExample, problemOf, START, Store } from "./state";
import { themeButton } from "./theme";
import { COOKBOOK, prepare } from "./transport";
import { showWays, showWelcome } from "./welcome";

const WITHOUT: Config = {
  version: "",
  links: false,
  targets: [{ id: "numpy", name: "NumPy" }],
  assumptions: [],
  limits: { bytes: 4096, seconds: 2, size: 8 },
  formats: [],
  numbers: false,
};

async function start(): Promise<void> {
  prepare();
  const theme = themeButton();
  const listed = examplesOf(); // nobody who comes with a link waits for them
  const [linked, given] = await Promise.all([stateOfAddress(), configOf()]);
  const config = "version" in given ? given : WITHOUT;
  const state = known(linked.state, config);
  const store = new Store(state);
  const editor = new Editor(store);
  const controls = new Controls(store, config);
  const paper = new Paper(store, config);
  const views: Views = { editor, controls, paper, store, limit: config.limits.seconds };
  const session: Session = new Session(store, (now) => show(now, views));

  const choose = (example: Example) => {
    remember(store, ofExample(example));
    editor.box.focus({ preventScroll: true });
    byId("desk").scrollIntoView({ block: "start" });
    announce(`example: ${example.title}`);
  };
  showWays(byId("ways"), (text) => {
    remember(store, { ...START, text });
    editor.box.focus();
  });
  const dialogs = {
    examples: dialog("Examples"),
    functions: functionsDialog(editor),
    keys: shortcutsDialog(),
  };
  const opener = (name: string, key: keyof typeof dialogs) =>
    button(name, () => dialogs[key].showModal(), { class: `button quiet open-${key}` });
  fill(
    byId("actions"),
    COOKBOOK && h("a", { href: COOKBOOK, class: "button quiet" }, "Cookbook"),
    opener("Examples", "examples"),
    opener("Functions", "functions"),
    opener("Keyboard", "keys"),
    theme,
  );

  void listed.then(({ examples = [] }) => {
    showWelcome(examples, choose);
    fillExamples(dialogs.examples, examples, choose);
  });

  byId("home").addEventListener("click", (event) => {
    event.preventDefault();
    remember(store, { ...START });
    editor.box.focus();
  });
  byId("skip").addEventListener("click", () => byId("sheet").focus());
  listenToKeys(store, session, {
    focusBox: () => editor.box.focus(),
    copyLatex: () => void copy(paper.latex()).then(() => announce("LaTeX copied")),
    nextVariable: () => nextVariable(store, session),
    openExamples: () => dialogs.examples.showModal(),
    openShortcuts: () => dialogs.keys.showModal(),
    refresh: () => undefined,
  });
  keepAddress(store);
  window.addEventListener("popstate", () => {
    void stateOfAddress().then((found) => {
      store.update(known(found.state, config));
      if (found.trouble) editor.show(found.trouble);
    });
  });
  document.addEventListener("click", closeMenus);
  show(session, views);
  void session.ask();
  if (linked.trouble) editor.show(linked.trouble);
  if (!state.text) editor.box.focus({ preventScroll: true });
}

interface Views {
  editor: Editor;
  controls: Controls;
  paper: Paper;
  store: Store;
  limit: number; // seconds that a derivation may take
}

function show(session: Session, { editor, controls, paper, store, limit }: Views): void {
  const isEmpty = !store.state.text.trim();
  const { preview } = session;
  const isOld = session.trouble !== null && session.previewed !== store.state.text;
  byId("welcome").hidden = !isEmpty && (session.trouble === null || preview !== null);
  byId("paper").hidden = isEmpty || (!preview && !session.derived);
  byId("sheet").setAttribute("aria-busy", String(session.phase === "asking" || session.phase === "slow"));
  byId("sheet").classList.toggle(
    "stale",
    session.phase === "slow" || session.phase === "cancelled" || session.trouble !== null,
  );
  byId("sheet").classList.toggle("of-old-text", isOld);
  showProgress(session, limit);
  editor.showMode(isEmpty || isOld ? "" : (preview?.mode ?? ""));
  editor.show(isEmpty ? null : session.trouble);
  showReading(byId("reading"), isEmpty || session.trouble ? null : preview, store);
  byId("ways").hidden = !isEmpty;
  byId("controls").hidden = isEmpty;
  if (preview) {
    const asked = fitting(problemOf(store.state), preview);
    controls.show(preview, asked.kind, asked.wrt ?? []);
  }
  paper.show(session);
  tell(session, isEmpty);
}

let told: Session["derived"] = null;
let telling = 0;

/** The title of the page, and the answer in words for those who do not see it appear. */
function tell(session: Session, isEmpty: boolean): void {
  const { derived } = session;
  if (isEmpty) document.title = "matgrad: matrix derivatives, step by step";
  if (isEmpty || !derived || derived === told) return;
  told = derived;
  const by = derived.answers.map((answer) => answer.wrt).join(", ");
  document.title = `${derived.kind} by ${by}: matgrad`;
  window.clearTimeout(telling);
  telling = window.setTimeout(() => {
    const results = derived.answers.map((answer) => `by ${answer.wrt}: ${answer.result}`).join("; ");
    announce(`${derived.kind} ${results}. ${derived.verdict.ok ? "Checked." : "Not verified."}`);
  }, 900); // not at every key
}

function nextVariable(store: Store, session: Session): void {
  const names = session.preview?.variables ?? [];
  const now = session.problem?.wrt?.[0] ?? "";
  const next = names[(names.indexOf(now) + 1) % names.length];
  if (next) store.update({ wrt: [next] });
}

/** A click elsewhere closes the small menus. */
function closeMenus(event: MouseEvent): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")) {
    if (!menu.contains(event.target as Node)) menu.open = false;
  }
}

void start();

// The page is put together here.
import { config as configOf, examples as examplesOf } from "./api";
import type { Config, Example } from "./api";
import { Controls } from "./controls";
import { copy } from "./copy";
import { examplesDialog, functionsDialog, shortcutsDialog } from "./dialogs";
import { announce, button, byId, fill } from "./dom";
import { Editor } from "./editor";
import { listenToKeys } from "./keys";
import { Paper } from "./paper";
import { showProgress } from "./progress";
import { fitting, Session } from "./session";
import { keepAddress, stateOfAddress } from "./share";
import { ofExample, problemOf, START, Store } from "./state";
import { themeButton } from "./theme";
import { showWays, showWelcome } from "./welcome";

const WITHOUT: Config = {
  version: "", links: false, targets: [{ id: "numpy", name: "NumPy" }], assumptions: [],
  limits: { bytes: 4096, seconds: 2, size: 8 }, formats: [],
};

async function start(): Promise<void> {
  const theme = themeButton();
  const [state, given, listed] = await Promise.all([stateOfAddress(), configOf(), examplesOf()]);
  const config = "version" in given ? given : WITHOUT;
  const examples: Example[] = listed.examples ?? [];
  const store = new Store(state);
  const editor = new Editor(store);
  const controls = new Controls(store, config);
  const paper = new Paper(store, config);
  const session: Session = new Session(store, (now) => show(now, { editor, controls, paper, store }));

  const choose = (example: Example) => {
    store.update(ofExample(example));
    editor.box.focus({ preventScroll: true });
    byId("desk").scrollIntoView({ block: "start" });
    announce(`example: ${example.title}`);
  };
  showWelcome(examples, choose);
  showWays(byId("ways"), (text) => {
    store.update({ ...START, text });
    editor.box.focus();
  });
  const dialogs = { examples: examplesDialog(examples, choose), functions: functionsDialog(editor), keys: shortcutsDialog() };
  const opener = (name: string, key: keyof typeof dialogs) =>
    button(name, () => dialogs[key].showModal(), { class: `button quiet open-${key}` });
  fill(byId("actions"), opener("Examples", "examples"), opener("Functions", "functions"), opener("Keyboard", "keys"), theme);

  byId("home").addEventListener("click", (event) => {
    event.preventDefault();
    store.update({ ...START });
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
  window.addEventListener("hashchange", () => void stateOfAddress().then((found) => store.update(found)));
  document.addEventListener("click", closeMenus);
  show(session, { editor, controls, paper, store });
  void session.ask();
  if (!state.text) editor.box.focus({ preventScroll: true });
}

interface Views {
  editor: Editor;
  controls: Controls;
  paper: Paper;
  store: Store;
}

function show(session: Session, { editor, controls, paper, store }: Views): void {
  const isEmpty = !store.state.text.trim();
  const { preview } = session;
  byId("welcome").hidden = !isEmpty && (session.trouble === null || preview !== null);
  byId("paper").hidden = isEmpty || (!preview && !session.derived);
  byId("sheet").setAttribute("aria-busy", String(session.phase === "asking" || session.phase === "slow"));
  byId("sheet").classList.toggle("stale", session.phase === "slow" || session.phase === "cancelled" || session.trouble !== null);
  showProgress(session);
  editor.showMode(isEmpty ? "" : (preview?.mode ?? ""));
  editor.show(isEmpty ? null : session.trouble);
  byId("ways").hidden = !isEmpty;
  byId("controls").hidden = isEmpty;
  if (preview) {
    const asked = fitting(problemOf(store.state), preview);
    controls.show(preview, asked.kind, asked.wrt ?? []);
  }
  paper.show(session);
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

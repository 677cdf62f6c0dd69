// Files for the user to keep.
import { documentOf } from "./api";
import type { Format, Level, Problem } from "./api";
import { announce, button, h } from "./dom";

export function save(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function saveButton(label: string, file: () => { name: string; text: string }): HTMLButtonElement {
  return button(
    label,
    () => {
      const { name, text } = file();
      save(name, new Blob([text], { type: "text/plain" }));
      announce(`saved ${name}`);
    },
    { class: "button quiet" },
  );
}

const FORMATS: { format: Format; name: string }[] = [
  { format: "latex", name: "LaTeX" },
  { format: "markdown", name: "Markdown" },
  { format: "pdf", name: "PDF" },
  { format: "notebook", name: "Notebook" },
  { format: "html", name: "HTML page" },
];

/** The whole derivation as a document. */
export function downloadMenu(problem: Problem, level: () => Level, formats: string[]): HTMLElement {
  const said = h("p", { class: "note", role: "status" });
  const entries = FORMATS.filter(({ format }) => formats.includes(format)).map(({ format, name }) =>
    button(
      name,
      () => {
        said.textContent = `Making ${name}…`;
        void documentOf(problem, format, level()).then((made) => {
          said.textContent = "error" in made ? made.error.message : `Saved ${made.name}`;
          if (!("error" in made)) save(made.name, made.file);
        });
      },
      { class: "menu-entry" },
    ),
  );
  return h(
    "details",
    { class: "menu" },
    h("summary", { class: "button quiet" }, "Download"),
    h("div", { class: "menu-body" }, ...entries, said),
  );
}

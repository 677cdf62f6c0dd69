// Copy to the clipboard, also where the page is not served over a secure connection.
import { announce, button, h } from "./dom";

export async function copy(text: string): Promise<void> {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  const box = h("textarea", { class: "visually-hidden", "aria-hidden": "true" });
  box.value = text;
  document.body.append(box);
  box.select();
  document.execCommand("copy");
  box.remove();
}

/** A button that copies and says so in its own place. */
export function copyButton(label: string, text: () => string, className = "button quiet"): HTMLButtonElement {
  const made: HTMLButtonElement = button(
    label,
    () => {
      void copy(text()).then(() => {
        made.textContent = "Copied";
        announce(`${label}: copied`);
        window.setTimeout(() => (made.textContent = label), 1400);
      });
    },
    { class: className },
  );
  return made;
}

// Elements, without a framework: text is always set as text, never as HTML.

export type Child = Node | string | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: never) => void);

/** An element; `on…` attributes are listeners, true and false switch an attribute on and off. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.filter(isShown));
  return element;
}

function isShown(child: Child): child is Node | string {
  return child !== null && child !== undefined && child !== false;
}

/** Replace everything inside an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter(isShown));
}

/** The element of index.html with this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found as T;
}

/** Tell screen readers what happened. */
export function announce(words: string): void {
  const place = byId("announcer");
  place.textContent = "";
  place.textContent = words;
}

/** A button whose label is its text. */
export function button(
  label: Child,
  onclick: (event: MouseEvent) => void,
  attributes: Record<string, Value> = {},
): HTMLButtonElement {
  return h("button", { type: "button", class: "button", ...attributes, onclick }, label);
}

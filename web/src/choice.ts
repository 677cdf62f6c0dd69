// A row of buttons of which one is chosen: a radio group for the keyboard and for screen readers.
import { h } from "./dom";

export interface Option<T extends string> {
  value: T;
  name: string;
  disabled?: boolean;
  title?: string;
}

/** The arrow keys move the choice, as in a native radio group. */
export function choice<T extends string>(
  label: string,
  options: Option<T>[],
  chosen: T,
  choose: (value: T) => void,
  className = "",
): HTMLElement {
  const group = h("div", { class: `choice ${className}`, role: "radiogroup", "aria-label": label });
  const open = options.filter((option) => !option.disabled);
  for (const option of options) {
    const isChosen = option.value === chosen;
    group.append(
      h(
        "button",
        {
          type: "button",
          role: "radio",
          "aria-checked": String(isChosen),
          "aria-disabled": option.disabled ? "true" : null,
          "data-value": option.value,
          tabindex: isChosen ? 0 : -1,
          title: option.title,
          onclick: () => !option.disabled && choose(option.value),
        },
        option.name,
      ),
    );
  }
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = open.findIndex((option) => option.value === chosen);
    const next = open[(at + step + open.length) % open.length];
    if (!next) return;
    choose(next.value);
    refocus(label, next.value);
  });
  return group;
}

/** After a choice the group is drawn anew; the keyboard goes on where it was. */
function refocus(label: string, value: string): void {
  requestAnimationFrame(() => {
    const groups = document.querySelectorAll<HTMLElement>(`[role=radiogroup]`);
    const group = [...groups].find((found) => found.getAttribute("aria-label") === label);
    group?.querySelector<HTMLElement>(`[data-value="${value}"]`)?.focus();
  });
}

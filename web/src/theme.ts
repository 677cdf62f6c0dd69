// Dark, light, or as the system says.
import { button } from "./dom";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const NAMES: Record<Theme, string> = { system: "Auto", light: "Light", dark: "Dark" };
const KEY = "matgrad.theme";

function stored(): Theme {
  try {
    const found = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === found) ?? "system";
  } catch {
    return "system"; // storage may be switched off
  }
}

function apply(theme: Theme): void {
  if (theme === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset["theme"] = theme;
}

export function themeButton(): HTMLButtonElement {
  let theme = stored();
  apply(theme);
  const label = () => `Colours: ${NAMES[theme]}`;
  const made: HTMLButtonElement = button(
    NAMES[theme],
    () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
      try {
        localStorage.setItem(KEY, theme);
      } catch {
        // it holds for this visit
      }
      apply(theme);
      made.textContent = NAMES[theme];
      made.setAttribute("aria-label", label());
    },
    { class: "button quiet", "aria-label": label(), title: "Dark, light, or as the system says" },
  );
  return made;
}

// An error where it happened.
import type { Trouble } from "./api";
import { describe } from "./editor";
import { h } from "./dom";

export function troubleView(trouble: Trouble, source = ""): HTMLElement {
  const place = source ? trouble.position : null;
  return h("div", { class: "trouble", role: "alert" }, ...describe(trouble, source, place));
}

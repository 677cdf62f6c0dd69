// A derivation that takes its time says so, and can be given up.
import { button, byId, fill, h } from "./dom";
import type { Phase, Session } from "./session";

let drawn: Phase = "idle";

export function showProgress(session: Session, limit: number): void {
  const place = byId("progress");
  if (session.phase === drawn) return;
  drawn = session.phase;
  place.hidden = !(session.phase === "slow" || session.phase === "cancelled");
  if (session.phase === "slow") {
    const bar = h("span", { class: "elapsed", "aria-hidden": "true" });
    bar.style.animationDuration = `${limit}s`;
    fill(
      place,
      bar,
      h("span", { class: "moving", "aria-hidden": "true" }),
      h("span", { role: "status" }, "Deriving…"),
      button("Cancel", () => session.cancel(), { class: "button quiet", title: "Esc" }),
    );
  } else if (session.phase === "cancelled") {
    fill(
      place,
      h("span", { role: "status" }, "Cancelled."),
      button("Ask again", () => void session.ask(), { class: "button quiet" }),
    );
  }
}

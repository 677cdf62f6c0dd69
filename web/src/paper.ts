// The sheet: the function as it was read, the result, and what stands below it.
import type { Config, Preview } from "./api";
import { byId, button, fill, h } from "./dom";
import { watchWidths, wideMath } from "./math";
import { namesView, understoodView } from "./notes";
import { asRead } from "./reading";
import { Result } from "./result";
import type { Session } from "./session";
import type { Store } from "./state";
import { Tabs } from "./tabs";

export class Paper {
  private place = byId("paper");
  private head = h("div", { class: "function" });
  private result: Result;
  private tabs: Tabs;
  private withShapes = true;
  private previewed: Session["preview"] = null;
  private derived: Session["derived"] = null;

  constructor(
    private store: Store,
    config: Config,
  ) {
    this.result = new Result(store, config);
    this.tabs = new Tabs(store, config);
    fill(this.place, this.head, ...this.below());
  }

  show({ preview, derived, problem }: Session): void {
    if (preview && preview !== this.previewed) {
      this.previewed = preview;
      this.drawFunction(preview);
    }
    for (const part of this.below()) part.hidden = !derived;
    if (!derived || !problem || !preview || derived === this.derived) return;
    this.derived = derived;
    this.place.dataset["answers"] = problem.input;
    this.result.show({ derived, preview, problem });
    this.tabs.show({ derived, preview, problem });
  }

  /** The answer as LaTeX, in the form that is shown. */
  latex(): string {
    return this.result.latex();
  }

  private below(): HTMLElement[] {
    return [this.result.element, this.tabs.list, this.tabs.panel];
  }

  private drawFunction(preview: Preview): void {
    const toggle = button(
      this.withShapes ? "Hide shapes" : "Show shapes",
      () => {
        this.withShapes = !this.withShapes;
        this.drawFunction(preview);
      },
      { class: "link shapes-toggle" },
    );
    fill(
      this.head,
      wideMath(this.withShapes ? preview.latex_shapes : preview.latex, "the function as it was read"),
      namesView(preview.definitions),
      toggle,
      understoodView(preview),
      asRead(preview, this.store),
    );
    watchWidths(this.head);
  }
}

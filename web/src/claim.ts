// "Is my formula right?": a claim is judged, and a wrong one gets numbers that show it.
import { judge } from "./api";
import type { Claimed, Counterexample, Judged, Preview, Problem } from "./api";
import { button, fill, h } from "./dom";
import { math, watchWidths, wideMath } from "./math";
import { matrix } from "./matrix";
import type { Store } from "./state";
import { troubleView } from "./trouble";

export function claimView(problem: Problem, preview: Preview, store: Store): HTMLElement {
  const verdict = h("div", { class: "judgement", "aria-live": "polite" });
  const box = h("textarea", {
    id: "claim",
    rows: 2,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    placeholder: "your formula, e.g. 2*A'*(A*x - b); several steps joined by = are checked one by one",
  });
  box.value = store.state.claim;
  const check = () => {
    const claim = box.value;
    store.update({ claim });
    if (!claim.trim()) return fill(verdict);
    verdict.setAttribute("aria-busy", "true");
    void judge(problem, claim).then((judged) => {
      verdict.setAttribute("aria-busy", "false");
      if (judged.error) fill(verdict, troubleView(judged.error, judged.error.field === "claim" ? claim : ""));
      else fill(verdict, ...judgement(judged, preview, (problem.wrt?.length ?? 0) > 1));
      watchWidths(verdict);
    });
  };
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    check();
  });
  if (box.value) check();
  return h(
    "div",
    { class: "claim" },
    h("label", { for: "claim", class: "section-name" }, "Is my formula right?"),
    h("div", { class: "claim-row" }, box, button("Check", check, { class: "button main" })),
    verdict,
  );
}

function judgement(judged: Judged, preview: Preview, isOneOfSeveral: boolean): HTMLElement[] {
  const shown = [badge(judged.status)];
  if (judged.right && isOneOfSeveral) shown.push(h("p", { class: "note" }, "This is ", math(judged.label)));
  if (judged.slip) shown.push(h("p", { class: "slip" }, judged.slip));
  if (!judged.right && judged.answer_latex) {
    shown.push(
      h("p", { class: "note" }, "It is"),
      wideMath(`${judged.label} = ${judged.answer_latex}`, "the right answer"),
    );
  }
  if (judged.counterexample) shown.push(counterexample(judged.counterexample, preview));
  return shown;
}

function badge(status: string): HTMLElement {
  const [look, sign] = status.startsWith("right")
    ? ["good", "✓"]
    : status === "wrong"
      ? ["bad", "✗"]
      : ["unsure", "?"];
  return h(
    "p",
    { class: `badge ${look}` },
    h("span", { "aria-hidden": "true" }, sign),
    " ",
    sentence(status),
  );
}

function sentence(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}

/** Numbers for which the claim and the truth differ. */
function counterexample(found: Counterexample, preview: Preview): HTMLElement {
  const latexOf = (name: string) => preview.symbols.find((symbol) => symbol.name === name)?.latex ?? name;
  const inputs = Object.entries(found.inputs).map(([name, numbers]) =>
    h("figure", {}, h("figcaption", {}, math(`${latexOf(name)} =`)), matrix(numbers, name)),
  );
  return h(
    "div",
    { class: "counterexample" },
    h("p", { class: "note" }, "For example, with"),
    h("div", { class: "figures" }, ...inputs),
    h(
      "div",
      { class: "figures" },
      h(
        "figure",
        { class: "bad" },
        h("figcaption", {}, "your formula gives"),
        matrix(found.claimed, "claimed"),
      ),
      h("figure", { class: "good" }, h("figcaption", {}, "the derivative is"), matrix(found.true, "true")),
    ),
  );
}

const FEW = 3; // claims that are shown without being asked for

/** Claims that stand in a question, each with what was found about it. */
export function claimsOf(claims: Claimed[], preview: Preview): HTMLElement | null {
  if (!claims.length) return null;
  const isOpen = claims.length <= FEW || claims.some(({ status }) => status === "wrong");
  return h(
    "details",
    { class: "claims", open: isOpen },
    h("summary", {}, counted(claims)),
    ...claims.map((claim) =>
      h(
        "div",
        { class: "claim-in-text" },
        badge(claim.status),
        wideMath(claim.claim, "claim"),
        claim.words && h("p", { class: "slip" }, claim.words),
        claim.counterexample && counterexample(claim.counterexample, preview),
      ),
    ),
  );
}

/** 10 claims in the question: 9 right, 1 not checked. */
function counted(claims: Claimed[]): string {
  const numbers = new Map<string, number>();
  for (const { status } of claims) numbers.set(status, (numbers.get(status) ?? 0) + 1);
  const parts = [...numbers].map(([status, number]) => `${number} ${status}`);
  return `${claims.length} ${claims.length === 1 ? "claim" : "claims"} in the question: ${parts.join(", ")}`;
}

// The computation as a picture: forward propagation downwards, backward propagation up again.
import { draw } from "./api";
import type { Drawn, Problem } from "./api";
import { button, fill, h } from "./dom";
import { troubleView } from "./trouble";

const ANY = "What comes back from a function that is no number is shown for any G of its shape.";
const TEMPO = 800; // milliseconds a step

export function graphView(problem: Problem): HTMLElement {
  const place = h("div", { class: "graph", "aria-busy": "true" }, h("p", { class: "note" }, "Drawing…"));
  void draw(problem).then((drawn) => {
    place.setAttribute("aria-busy", "false");
    if (drawn.error) fill(place, troubleView(drawn.error));
    else fill(place, ...picture(drawn), ...(problem.kind === "gradient" ? [] : [h("p", { class: "note" }, ANY)]));
  });
  return place;
}

function picture(drawn: Drawn): HTMLElement[] {
  const svg = new DOMParser().parseFromString(drawn.svg, "image/svg+xml").documentElement;
  const parts = [...svg.querySelectorAll<SVGElement>("[data-step]")];
  const words = h("output", { class: "note", for: "step" });
  const slider = h("input", {
    type: "range",
    id: "step",
    min: 0,
    max: drawn.steps,
    value: drawn.steps,
    "aria-label": "Step of the computation",
    oninput: () => show(Number(slider.value)),
  });
  const show = (step: number) => {
    slider.value = String(step);
    for (const part of parts) part.classList.toggle("faint", Number(part.dataset["step"]) > step);
    words.textContent = caption(step, drawn);
    slider.setAttribute("aria-valuetext", words.textContent);
  };
  let timer = 0;
  const stop = () => {
    window.clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  };
  const play = button("Play", () => {
    if (timer) return stop();
    play.textContent = "Pause";
    show(Number(slider.value) >= drawn.steps ? 0 : Number(slider.value));
    timer = window.setInterval(() => {
      const next = Number(slider.value) + 1;
      if (next > drawn.steps || !slider.isConnected) return stop();
      show(next);
    }, TEMPO);
  });
  show(drawn.steps);
  return [
    h("div", { class: "bar" }, play, slider, words),
    h(
      "div",
      { class: "canvas", tabindex: 0, role: "group", "aria-label": "Computation graph" },
      document.adoptNode(svg),
    ),
  ];
}

function caption(step: number, drawn: Drawn): string {
  if (step <= 0) return "before the first step";
  if (step <= drawn.forward) return `forward, step ${step} of ${drawn.forward}`;
  return `backward, step ${step - drawn.forward} of ${drawn.steps - drawn.forward}`;
}

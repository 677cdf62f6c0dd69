// Where questions go: to the service that sent this page, or to the engine in this browser.
import { answer, begin } from "./engine";

declare const STATIC: boolean; // set when the page is built

/** Ask, as `fetch` does. */
export const send: (path: string, init: RequestInit) => Promise<Response> = STATIC
  ? answer
  : (path, init) => fetch(path, init);

/** Load the engine while the reader types, and keep the page for the time without a network. */
export function prepare(): void {
  if (!STATIC) return;
  begin();
  if ("serviceWorker" in navigator) void navigator.serviceWorker.register("offline.js");
}

/** The book of derivatives that is built beside the page, if it is. */
export const COOKBOOK = STATIC ? "cookbook/" : null;

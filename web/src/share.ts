// Links: the whole state stands in the address; a short one is stored only if asked for.
import { storedLink, storeLink } from "./api";
import type { Config, Trouble } from "./api";
import { copy } from "./copy";
import { announce, button, h } from "./dom";
import { decode, encode, START } from "./state";
import type { State, Store } from "./state";

const SHORT = /^s=([\w-]+)$/;

/** The state that the address holds, and what is wrong with the address, if anything is. */
export async function stateOfAddress(): Promise<{ state: State; trouble: Trouble | null }> {
  const fragment = location.hash.slice(1);
  const short = SHORT.exec(fragment);
  if (!short?.[1]) return { state: decode(fragment), trouble: null };
  const found = await storedLink(short[1]);
  if (found.ok) return { state: decode(found.state), trouble: null };
  return { state: { ...START }, trouble: found.error };
}

/** A state of its own in the history: Back leads to what was there before. */
export function remember(store: Store, state: State): void {
  const fragment = encode(state);
  history.pushState(null, "", fragment ? `#${fragment}` : location.pathname);
  store.update(state);
}

/** Keep the address true, without a step of history for every key. */
export function keepAddress(store: Store): void {
  let timer = 0;
  store.listen((state) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      const fragment = encode(state);
      history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname);
    }, 250);
  });
}

export function shareButton(store: Store, config: Config): HTMLElement {
  const said = h("p", { class: "note", role: "status" });
  const linkOf = (fragment: string) => `${location.origin}${location.pathname}#${fragment}`;
  const give = async (link: string) => {
    await copy(link);
    said.textContent = "Copied: it opens this very page.";
    announce("link copied");
  };
  const entries = [
    button("Copy link", () => void give(linkOf(encode(store.state))), { class: "menu-entry" }),
    config.links &&
      button(
        "Copy short link",
        () => {
          void storeLink(encode(store.state)).then((stored) => {
            if (stored.ok) return give(linkOf(`s=${stored.id}`));
            said.textContent = stored.error?.message ?? "it could not be stored";
            return undefined;
          });
        },
        { class: "menu-entry" },
      ),
  ];
  return h(
    "details",
    { class: "menu" },
    h("summary", { class: "button quiet" }, "Share"),
    h("div", { class: "menu-body" }, ...entries, said),
  );
}

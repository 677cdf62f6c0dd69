// The page kept for use without a network: every file is stored once, and a new edition replaces all.
declare const EDITION: string; // what the files are, in a few letters, set when the page is built
declare const FILES: string[];

interface Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
const scope = self as unknown as {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", hear: (event: Event) => void): void;
  addEventListener(type: "fetch", hear: (event: Asked) => void): void;
};

async function keep(): Promise<void> {
  const store = await caches.open(EDITION);
  await store.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })));
  await scope.skipWaiting();
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name !== EDITION) await caches.delete(name);
  await scope.clients.claim();
}

async function kept(request: Request): Promise<Response> {
  const store = await caches.open(EDITION);
  return (await store.match(request, { ignoreSearch: true })) ?? fetch(request);
}

scope.addEventListener("install", (event) => event.waitUntil(keep()));
scope.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
scope.addEventListener("fetch", (event) => event.respondWith(kept(event.request)));

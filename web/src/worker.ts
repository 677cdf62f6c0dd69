// In the worker: Python, FLINT and matgrad are loaded, then questions are answered.
import type { Told } from "./engine";

declare const ENGINE_BYTES: number; // of all files below, set when the page is built
interface Python {
  unpackArchive(bytes: ArrayBuffer, format: "wheel" | "bztar", options?: { extractDir: string }): void;
  runPython(source: string): (task: string, body: string) => { toJs(): [number, string, string, Uint8Array] };
}

const scope = self as unknown as {
  onmessage: (event: MessageEvent<{ task: string; body: string }>) => void;
  postMessage(told: Told, moved?: Transferable[]): void;
};
const PACKAGES = "/lib/matgrad";
const FIRST = `
import sys
sys.path.insert(0, "${PACKAGES}")
from matgrad.server.answering import in_browser
in_browser("derive", '{"input": "x\\'*A*x"}')
in_browser
`;

let loaded = 0;
const plain = self.fetch.bind(self);
/** As `fetch`, and says how much has come. */
self.fetch = async (...asked: Parameters<typeof fetch>) => {
  const response = await plain(...asked);
  if (!response.body || !response.ok) return response;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, out) {
        loaded += part.length;
        scope.postMessage({ kind: "loaded", part: Math.min(1, loaded / ENGINE_BYTES) });
        out.enqueue(part);
      },
    }),
  );
  return new Response(counted, { status: response.status, headers: response.headers });
};

async function start(): Promise<void> {
  const here = new URL("./", self.location.href).href;
  const bytes = async (name: string) => (await fetch(here + name)).arrayBuffer();
  const module = (await import(/* @vite-ignore */ `${here}pyodide.mjs`)) as {
    loadPyodide: (options: object) => Promise<Python>;
  };
  const [python, flint, matgrad] = await Promise.all([
    module.loadPyodide({ indexURL: here }),
    bytes("flint.whl"),
    bytes("matgrad.tar.bz2"),
  ]);
  python.unpackArchive(flint, "wheel");
  python.unpackArchive(matgrad, "bztar", { extractDir: PACKAGES });
  const respond = python.runPython(FIRST);
  scope.onmessage = ({ data }) => {
    const [status, type, name, content] = respond(data.task, data.body).toJs();
    const own = content.slice().buffer;
    scope.postMessage({ kind: "answer", status, type, name, content: own }, [own]);
  };
  scope.postMessage({ kind: "ready" });
}

start().catch((problem: unknown) => scope.postMessage({ kind: "failed", words: String(problem).trim().split("\n").pop() ?? "" }));

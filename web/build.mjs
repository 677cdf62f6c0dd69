// Bundles the page into src/matgrad/page/static, or into the directory named as an argument. With
// `static` as a second argument it is the edition that needs no service: the engine runs in the browser.
// The same sources and package-lock.json give the same bytes: nothing here depends on time or place.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const web = fileURLToPath(new URL(".", import.meta.url));
const target = process.argv[2] ?? join(web, "../src/matgrad/page/static");
const isStatic = process.argv[3] === "static";
const katex = join(web, "node_modules/katex");
const pyodide = join(web, "node_modules/pyodide");
const PYTHON = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip"];
const PACKAGES = ["flint.whl", "matgrad.tar.bz2"]; // of what web/site.py has put there

const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

function filesUnder(root, inside = "") {
  return readdirSync(join(root, inside), { withFileTypes: true }).flatMap((entry) => {
    const path = inside ? `${inside}/${entry.name}` : entry.name;
    return entry.isDirectory() ? filesUnder(root, path) : [path];
  });
}

/** One line a file, in the format of sha256sum. */
function sums(root, paths) {
  return [...paths]
    .sort()
    .map((path) => `${digest(readFileSync(join(root, path)))}  ${path}\n`)
    .join("");
}

/** KaTeX's style sheet offers three formats for each font; every browser of today reads woff2. */
const onlyWoff2 = {
  name: "only-woff2",
  setup(plugin) {
    plugin.onLoad({ filter: /katex\.css$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/, url\([^)]*\.(?:woff|ttf)\) format\("\w+"\)/g, ""),
      loader: "css",
    }));
  },
};

const common = {
  absWorkingDir: web,
  outdir: target,
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "esm",
  target: ["es2022", "safari16", "firefox115", "chrome115"],
  legalComments: "none",
  logLevel: "warning",
};

if (!isStatic) rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
await build({
  ...common,
  entryPoints: { page: "src/main.ts", style: "src/style/style.css" },
  define: { STATIC: String(isStatic) },
  loader: { ".woff2": "file" },
  assetNames: "fonts/[name]",
  plugins: [onlyWoff2],
});
const page = readFileSync(join(web, "index.html"), "utf8");
writeFileSync(join(target, "index.html"), isStatic ? page.replaceAll('"/static/', '"').replace('href="/"', 'href="./"') : page);
copyFileSync(join(web, "src/icon.svg"), join(target, "icon.svg"));
copyFileSync(join(katex, "LICENSE"), join(target, "katex-licence.txt"));

/** Python's modules compiled in the place of their sources: compiling them takes a browser seconds. */
async function compiled(path) {
  const { loadPyodide } = await import("pyodide");
  const python = await loadPyodide({ indexURL: pyodide });
  python.unpackArchive(new Uint8Array(readFileSync(path)), "zip", { extractDir: "/compiled" });
  python.runPython(`
import compileall, pathlib, py_compile, tarfile
root = pathlib.Path("/compiled")
never = py_compile.PycInvalidationMode.UNCHECKED_HASH
compileall.compile_dir(root, quiet=1, legacy=True, optimize=2, invalidation_mode=never)
with tarfile.open("/compiled.tar.bz2", "w:bz2") as archive:
    for path in sorted(root.rglob("*")):
        is_read = path.suffix != ".py" or "helpers" in path.parts  # these are read as texts
        if path.is_file() and is_read and "__pycache__" not in path.parts:
            entry = tarfile.TarInfo(str(path.relative_to(root)))
            entry.size = path.stat().st_size
            with path.open("rb") as content:
                archive.addfile(entry, content)
`);
  rmSync(path);
  writeFileSync(path.replace(".zip", ".tar.bz2"), python.FS.readFile("/compiled.tar.bz2"));
}

if (isStatic) {
  const engine = join(target, "engine");
  await compiled(join(engine, "matgrad.zip"));
  for (const name of PYTHON) copyFileSync(join(pyodide, name), join(engine, name));
  const sizes = [...PYTHON, ...PACKAGES].map((name) => statSync(join(engine, name)).size);
  await build({
    ...common,
    entryPoints: { "engine/worker": "src/worker.ts" },
    define: { ENGINE_BYTES: String(sizes.reduce((all, size) => all + size)) },
  });
  const kept = filesUnder(target).filter((path) => !path.endsWith(".sha256") && path !== "offline.js").sort();
  await build({
    ...common,
    entryPoints: { offline: "src/offline.ts" },
    format: "iife",
    define: {
      EDITION: JSON.stringify(digest(sums(target, kept)).slice(0, 16)),
      FILES: JSON.stringify(["./", ...kept]),
    },
  });
  process.exit();
}

const sources = ["build.mjs", "index.html", "package.json", "package-lock.json", "tsconfig.json"];
sources.push(...filesUnder(web, "src"));
writeFileSync(join(target, "built.sha256"), sums(target, filesUnder(target)));
writeFileSync(join(target, "sources.sha256"), sums(web, sources));

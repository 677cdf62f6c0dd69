// Bundles the page into src/matgrad/page/static, or into the directory named as an argument.
// The same sources and package-lock.json give the same bytes: nothing here depends on time or place.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const web = fileURLToPath(new URL(".", import.meta.url));
const target = process.argv[2] ?? join(web, "../src/matgrad/page/static");
const katex = join(web, "node_modules/katex");

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

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
await build({
  absWorkingDir: web,
  entryPoints: { page: "src/main.ts", style: "src/style/style.css" },
  outdir: target,
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "esm",
  target: ["es2022", "safari16", "firefox115", "chrome115"],
  legalComments: "none",
  loader: { ".woff2": "file" },
  assetNames: "fonts/[name]",
  plugins: [onlyWoff2],
  logLevel: "warning",
});
copyFileSync(join(web, "index.html"), join(target, "index.html"));
copyFileSync(join(web, "src/icon.svg"), join(target, "icon.svg"));
copyFileSync(join(katex, "LICENSE"), join(target, "katex-licence.txt"));

const sources = ["build.mjs", "index.html", "package.json", "package-lock.json", "tsconfig.json"];
sources.push(...filesUnder(web, "src"));
writeFileSync(join(target, "built.sha256"), sums(target, filesUnder(target)));
writeFileSync(join(target, "sources.sha256"), sums(web, sources));

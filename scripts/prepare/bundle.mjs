import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { BUNDLED } from "./bundled.mjs";

// `node scripts/prepare/bundle.mjs` writes `dist/program`, which `vezne` runs: the modules of `src`
// in few files, because Node takes a millisecond and 50 KB for each module that it loads.
// docs/decisions/program-bundle.md has the reasons.
const root = join(import.meta.dirname, "../..");
const finished = join(root, "dist/program");
// Built aside and moved into place whole: a failed build leaves the last good one alone.
const aside = join(root, "dist/.program");

rmSync(aside, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  input: {
    main: "src/cli/main.ts",
    // `src/file/reader` starts a thread with this file, by its name.
    "reader-thread": "src/file/reader/reader-thread.ts",
  },
  platform: "node",
  tsconfig: "tsconfig.json",
  // The modules of a package, of which only those that are used go into the bundle.
  resolve: { mainFields: ["module", "main"] },
  // ssh2 names the folder of its modules, and a compiled part that it does without.
  transform: { define: { __dirname: "import.meta.dirname" } },
  external: (id) =>
    id.endsWith(".node") || (/^[^./]/.test(id) && !BUNDLED.some((name) => id.startsWith(name))),
});
await bundle.write({
  dir: aside,
  format: "esm",
  sourcemap: true,
  entryFileNames: "[name].js",
  chunkFileNames: "[name].js",
});
await bundle.close();
for (const name of readdirSync(aside)) {
  const file = join(aside, name);
  const text = readFileSync(file, "utf8");
  writeFileSync(file, name.endsWith(".map") ? withoutSources(text) : inLatin(text));
}
writeFileSync(join(aside, "licences.txt"), BUNDLED.map(licenceOf).join(""));
rmSync(finished, { recursive: true, force: true });
renameSync(aside, finished);

/** The licence of a package that the bundle contains, under the package's name and version. */
function licenceOf(name) {
  const folder = join(root, "node_modules", name);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n\n\n`;
}

/** A map without the text of its sources: a stack trace needs only the places in them. */
function withoutSources(map) {
  const { sourcesContent: _, ...rest } = JSON.parse(map);
  return JSON.stringify(rest);
}

/**
 * Writes letters outside Latin-1, such as ş, as escapes: V8 keeps a source in two bytes a character
 * if it has a single one of them.
 */
function inLatin(code) {
  return code.replace(
    /[^\u0000-\u00ff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

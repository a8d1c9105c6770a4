import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SCHEMA_FLAGS } from "./collect.mjs";

// Runs in a process of its own with `--enable-source-maps`. Loads the built modules in its
// arguments and prints as JSON the regular expressions that they build at load time, and the
// patterns of the schemas that they export.
const [root, ...modules] = process.argv.slice(2);
const found = new Map();
const note = (place, source, flags) => found.set(`${source}/${flags}`, { ...place, source, flags });

const Original = RegExp;
const observe = (given) => {
  const place = placeOf(new Error("here").stack ?? "");
  const [source, flags = ""] = given;
  if (place) note(place, source instanceof Original ? source.source : String(source), flags);
};
globalThis.RegExp = new Proxy(Original, {
  construct(target, given) {
    observe(given);
    return Reflect.construct(target, given);
  },
  apply(target, self, given) {
    observe(given);
    return Reflect.apply(target, self, given);
  },
});

/** Returns the file and line of a constructor call in our own modules, or undefined elsewhere. */
function placeOf(stack) {
  const calls = stack.split("\n").filter((line) => /^ +at /.test(line));
  const caller = calls.find((line) => !line.includes("load.mjs")) ?? "";
  const [, path, line] =
    /^((?:src|dist)\/[^():]+):(\d+)/.exec(caller.split(`${root}/`)[1] ?? "") ?? [];
  return path && { path, line: Number(line) };
}

const seen = new Set();
function walk(path, value) {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  if (typeof value.pattern === "string") note({ path, line: 1 }, value.pattern, SCHEMA_FLAGS);
  for (const inner of Object.values(value)) walk(path, inner);
}

for (const module of modules) {
  const exported = await import(pathToFileURL(join(root, module)).href);
  for (const value of Object.values(exported)) {
    walk(module.replace(/^dist/, "src").replace(/js$/, "ts"), value);
  }
}
process.stdout.write(JSON.stringify([...found.values()]), () => process.exit(0));

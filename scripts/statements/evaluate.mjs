import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { findTexts } from "./find.mjs";

const ENTRY = "all-statements";

/**
 * Evaluates the SQL texts of modules. Each is put into a call that records its value, and all
 * modules are bundled and loaded: that gives the constants. A text in a function is evaluated with
 * the names of its module alone, or by the example calls of its module.
 *
 * @returns the values of each text, and what else `exported` exports.
 */
export async function evaluateTexts(root, { paths, examples, exported }) {
  const modules = new Map();
  for (const path of paths) {
    const source = readFileSync(join(root, path), "utf8");
    const texts = findTexts(path, source).map((text) => ({ ...text, path, values: new Set() }));
    if (texts.length > 0) modules.set(join(root, path), { path, source, texts });
  }
  const all = [...modules.values()].flatMap(({ texts }) => texts);
  const recorder = openRecorder(all);
  const bundle = await rolldown({
    input: ENTRY,
    cwd: root,
    platform: "node",
    tsconfig: "tsconfig.json",
    treeshake: false,
    plugins: [entry([...modules.keys(), ...exported]), recording(modules, { all, examples })],
    external: (id) => /^[^./]/.test(id) && id !== ENTRY,
  });
  const folder = join(root, "node_modules/.cache/vezne");
  mkdirSync(folder, { recursive: true });
  // The packages of the bundle are looked for above its own folder.
  const own = mkdtempSync(join(folder, "statements-"));
  try {
    const file = join(own, "statements.mjs");
    await bundle.write({ file, format: "esm" });
    const tools = await import(pathToFileURL(file).href);
    await recorder.finish();
    return { texts: all, tools };
  } finally {
    await bundle.close();
    rmSync(own, { recursive: true, force: true });
  }
}

/** The loaded modules call `note` for a text, and `later` for work after all are loaded. */
function openRecorder(all) {
  const waiting = [];
  globalThis.recordedSql = {
    note(index, value) {
      all[index].values.add(value);
      return value;
    },
    later: (work) => void waiting.push(work),
  };
  return {
    /** Runs what waits. A text that fails for want of a function's names needs an example. */
    async finish() {
      for (const work of waiting)
        await Promise.resolve()
          .then(() => work(fakePool()))
          .catch(() => undefined);
    },
  };
}

/** A database without rows, for examples. */
function fakePool() {
  const client = { query: noRows, release() {}, on() {} };
  return { query: noRows, on() {}, connect: () => Promise.resolve(client) };
}

function noRows() {
  return Promise.resolve({ rows: [], rowCount: 0 });
}

/** A module that loads all others, and exports what they export. */
function entry(files) {
  const lines = files.map((file) => `export * from ${JSON.stringify(file)};`);
  return {
    name: "entry",
    resolveId: (id) => (id === ENTRY ? id : undefined),
    load: (id) => (id === ENTRY ? lines.join("\n") : undefined),
  };
}

/** Puts each text into a call of the recorder, and adds the calls that wait at the module's end. */
function recording(modules, { all, examples }) {
  return {
    name: "recording",
    transform(code, id) {
      const module = modules.get(id);
      if (module === undefined) return undefined;
      const { path, source, texts } = module;
      if (code !== source) throw new Error(`${path} was changed before its texts were marked`);
      const callOf = (text) =>
        `recordedSql.note(${all.indexOf(text)}, ${source.slice(text.start, text.end)})`;
      let marked = source;
      for (const text of texts.toReversed()) {
        marked = marked.slice(0, text.start) + callOf(text) + marked.slice(text.end);
      }
      const alone = texts.filter(({ isInFunction }) => isInFunction);
      const waiting = [
        ...alone.map((text) => `recordedSql.later(() => ${callOf(text)});`),
        ...(examples[path] ?? []).map((call) => `recordedSql.later(async (pool) => { ${call} });`),
      ];
      return {
        code: [marked, ...waiting].join("\n"),
        moduleType: path.endsWith("x") ? "tsx" : "ts",
      };
    },
  };
}

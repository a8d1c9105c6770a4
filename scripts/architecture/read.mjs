import { posix } from "node:path";
import { Visitor, parseSync } from "oxc-parser";
import { readTexts } from "./texts.mjs";

// Shared suites below `test` count as tests; `test/support` counts as ordinary code.
const TEST_FILE = /\.test\.(tsx?|mjs)$|^test\/(?!support\/)/;

/**
 * Reads the facts of a module for the rules: its imports with their files, its functions, its calls
 * by dotted names, its comments, its strings, the titles of its tests and its exports.
 */
export function readModule(path, text, paths) {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const lineAt = lineFinder(text);
  return {
    path,
    lines: text.split("\n"),
    isTest: TEST_FILE.test(path),
    imports: readImports(module, text, lineAt).map((item) => ({
      ...item,
      target: resolve(path, item.request, paths),
    })),
    exports: readExports(module, program, lineAt),
    comments: comments.map(({ value, start }) => ({ text: value, line: lineAt(start) })),
    ...readBodies(program, text, lineAt),
    ...readTexts(program, lineAt),
  };
}

function lineFinder(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

function readImports(module, text, lineAt) {
  const fixed = module.staticImports.map(({ start, moduleRequest, entries }) => ({
    request: moduleRequest.value,
    line: lineAt(start),
    names: entries.filter((entry) => !entry.isType).map((entry) => entry.importName.name),
    isType: isTypeOnly(text.slice(start, moduleRequest.start), entries),
  }));
  const passedOn = module.staticExports.flatMap(({ start, entries }) =>
    entries
      .filter((entry) => entry.moduleRequest)
      .map((entry) => ({
        request: entry.moduleRequest.value,
        line: lineAt(start),
        names: [],
        isType: entry.isType,
      })),
  );
  const lazy = module.dynamicImports.flatMap(({ start, moduleRequest }) => {
    const literal = /^["'](.*)["']$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    return literal ? [{ request: literal[1], line: lineAt(start), names: [], isType: false }] : [];
  });
  return [...fixed, ...passedOn, ...lazy];
}

// `import {} from` and `import "x"` load the module; `import type` and lists of types do not.
function isTypeOnly(head, entries) {
  return /^import\s+type\b/.test(head) || (entries.length > 0 && entries.every((e) => e.isType));
}

function readExports(module, program, lineAt) {
  const entries = module.staticExports.flatMap(({ start, entries: all }) =>
    all.map((entry) => ({
      line: lineAt(start),
      isDefault: entry.exportName.kind === "Default" || entry.exportName.name === "default",
      isPassedOn: Boolean(entry.moduleRequest),
      isStar: entry.importName.kind === "AllButDefault",
    })),
  );
  const importsOrExports = /^(Import|Export(All|Named))/;
  const hasCode = program.body.some(
    (node) => !importsOrExports.test(node.type) || Boolean(node.declaration),
  );
  return { entries, hasCode };
}

function readBodies(program, text, lineAt) {
  const functions = [];
  const calls = [];
  const addFunction = (node) => {
    const line = lineAt(node.start);
    functions.push({ line, length: lineAt(node.end) - line + 1, parameters: node.params.length });
  };
  const addCall = (node) => {
    const name = dottedName(node.callee);
    if (name) calls.push({ name, line: lineAt(node.start), arguments: node.arguments });
  };
  new Visitor({
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    CallExpression: addCall,
    NewExpression(node) {
      const name = dottedName(node.callee);
      if (name)
        calls.push({ name: `new ${name}`, line: lineAt(node.start), arguments: node.arguments });
    },
    MemberExpression(node) {
      const name = dottedName(node);
      if (name === "process.env") calls.push({ name, line: lineAt(node.start), arguments: [] });
    },
  }).visit(program);
  return { functions, calls };
}

function dottedName(node) {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression" || node.computed) return undefined;
  const owner = dottedName(node.object);
  return owner && `${owner}.${node.property.name}`;
}

function resolve(from, request, paths) {
  if (!request.startsWith(".")) return undefined;
  const target = posix.normalize(posix.join(posix.dirname(from), request));
  const sources = target.startsWith("dist/") ? sourcesOf(target) : [target];
  return sources.find((path) => paths.has(path));
}

/** The possible sources of a built file, which benchmarks and threads name. */
export function sourcesOf(built) {
  const stem = built.replace(/^dist\//, "src/").replace(/\.js$/, "");
  return stem === built ? [] : [`${stem}.ts`, `${stem}.tsx`];
}

const TIME = "take an Instant from deps.clock.now()";
const RANDOM = "take randomness from deps.random";
const SETTINGS = "read it in src/config/config.ts and pass it down";
const LOG = "use the logger in deps";

const bannedCalls = {
  "Date.now": TIME,
  "Math.random": RANDOM,
  "process.env": SETTINGS,
  "crypto.randomUUID": RANDOM,
  "crypto.randomBytes": RANDOM,
  "crypto.randomInt": RANDOM,
  "crypto.getRandomValues": RANDOM,
};
const bannedNames = ["randomUUID", "randomBytes", "randomInt", "getRandomValues", "webcrypto"];

// Paths that may use the time, randomness, settings and the terminal, because they provide these to
// the service or never run in it.
const WORLDLY = [
  "src/system/",
  "src/cli/",
  "src/client/platform.",
  "src/config/config.",
  "src/service/main.",
  "scripts",
  "bench",
  "bin",
  "test",
  "web",
];
const mayTouchTheWorld = (path) => WORLDLY.some((start) => path.startsWith(start));
const SLEEPS = new Set(["setTimeout", "sleep", "delay", "timers.setTimeout"]);

/** Finds non-deterministic calls; each finding names the replacement. */
export function checkCalls(modules) {
  return modules
    .filter(({ path, isTest }) => !isTest && !mayTouchTheWorld(path))
    .flatMap((module) =>
      [...module.calls.flatMap(banned), ...module.imports.flatMap(bannedImport)].map((finding) => ({
        path: module.path,
        ...finding,
      })),
    );
}

function banned({ name, line, arguments: given }) {
  if (name === "new Date" && given.length === 0) return [{ line, message: `new Date(): ${TIME}` }];
  if (name.startsWith("console.")) return [{ line, message: `${name}: ${LOG}` }];
  const advice = bannedCalls[name];
  return advice ? [{ line, message: `${name}: ${advice}` }] : [];
}

function bannedImport({ request, names, line }) {
  if (!/^(node:)?crypto$/.test(request)) return [];
  const name = names.find((candidate) => bannedNames.includes(candidate));
  return name ? [{ line, message: `${name} from ${request}: ${RANDOM}` }] : [];
}

/** Finds tests that are skipped, run exclusively or sleep. */
export function checkTests(modules) {
  return modules
    .filter(({ isTest }) => isTest)
    .flatMap((module) =>
      module.calls
        .flatMap((call) => testRule(call))
        .map((finding) => ({ path: module.path, ...finding })),
    );
}

function testRule({ name, line, arguments: given }) {
  const left = /^(it|test|describe)\b.*\.(skip|only|todo)\b/.exec(name);
  if (left) return [{ line, message: `.${left[2]} leaves tests out; use runIf with a reason` }];
  const duration = given.find((argument) => typeof argument.value === "number");
  if (!SLEEPS.has(name) || !duration) return [];
  return [
    { line, message: `${name} sleeps for a fixed time; move the clock or await a condition` },
  ];
}

/** Finds reminders of unfinished work, default exports and files that only re-export. */
export function checkShape(modules) {
  return modules.flatMap((module) =>
    [
      ...module.comments.flatMap(reminder),
      ...module.exports.entries.flatMap((entry) => exportRule(module, entry)),
      ...barrel(module),
    ].map((finding) => ({ path: module.path, ...finding })),
  );
}

function reminder({ text, line }) {
  const word = /\b(TODO|FIXME|XXX|HACK)\b/.exec(text);
  return word
    ? [{ line, message: `${word[1]}: do it, or write an issue and a sentence of why` }]
    : [];
}

function exportRule({ path }, { line, isDefault, isStar }) {
  const isToolSetting = path.endsWith(".config.ts");
  if (isDefault && !isToolSetting) return [{ line, message: "default export; give it a name" }];
  return isStar ? [{ line, message: "export *; name what is exported" }] : [];
}

function barrel({ path, exports: { entries, hasCode } }) {
  const isNamedSo = /(^|\/)index\.(tsx?|mjs)$/.test(path);
  const passesOn = entries.length > 0 && entries.every((entry) => entry.isPassedOn) && !hasCode;
  return isNamedSo || passesOn
    ? [{ line: 1, message: "barrel; let users import from where things are" }]
    : [];
}

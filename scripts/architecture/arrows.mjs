// The folders that each domain folder may import; the lists are complete.
const below = {
  kernel: [],
  limit: ["kernel"],
  table: ["kernel"],
  job: ["kernel"],
  card: ["table", "kernel"],
  merchant: ["limit", "kernel"],
  ledger: ["kernel"],
  event: ["merchant", "job", "kernel"],
  checkout: ["merchant", "kernel"],
  installment: ["card", "table", "kernel"],
  connection: ["installment", "card", "merchant", "kernel"],
  settlement: ["card", "merchant", "ledger", "table", "kernel"],
  payment: [
    "settlement",
    "connection",
    "installment",
    "card",
    "checkout",
    "merchant",
    "ledger",
    "event",
    "job",
    "limit",
    "kernel",
  ],
};
below.refund = ["payment", ...below.payment];
below.transfer = ["payment", ...below.payment];
below.report = ["refund", "transfer", ...below.refund];

/** The domain folders. */
export const domain = Object.keys(below);
// Folders that merchants use by themselves, so they import nothing.
const leaves = ["client"];
const outer = {
  bank: ["kernel"],
  client: [],
  config: ["limit", "kernel"],
  edge: domain,
  service: [...domain, "edge", "bank", "config"],
  cli: [...domain, "edge", "config", "service", "client"],
  web: domain,
};
const allowed = { ...below, ...outer };

// The folders of `edge`, from the lowest. Parsers and pages do not import HTTP. Folders that serve
// requests or run jobs import no store, acquirer or webhook sender; `service` passes those in.
const rooms = {
  system: [],
  redaction: [],
  xml: [],
  "text-file": [],
  statement: ["xml", "text-file"],
  csv: ["text-file", "redaction"],
  "file-reader": ["statement", "csv", "system"],
  import: ["file-reader"],
  page: ["system"],
  "page-watch": ["page"],
  http: ["page", "redaction", "system"],
  "request-log": ["http", "redaction"],
  violation: ["http", "page", "redaction", "system"],
  documentation: ["http", "page"],
  checkout: ["http", "page"],
  demo: ["page"],
  jobs: ["system"],
  panel: [
    "http",
    "page",
    "jobs",
    "import",
    "file-reader",
    "statement",
    "spreadsheet",
    "redaction",
    "system",
  ],
  acquirer: ["xml", "system"],
  webhook: ["system"],
  identity: ["system"],
  kms: ["xml"],
  // Stores implement ports that these folders declare.
  store: ["checkout", "jobs", "request-log", "http", "page", "system"],
  vault: ["store"],
  // Wraps parts of the rooms that do the work of a payment.
  tracing: ["acquirer", "webhook", "jobs", "http", "redaction", "store", "system"],
  backup: ["store", "system"],
};

// The folders of `edge/store`, one for each noun, each with the folders that it may import.
const shelves = {
  sql: [],
  embedded: ["sql"],
  installation: ["embedded", "sql"],
  limit: ["sql"],
  job: ["sql"],
  merchant: ["sql"],
  card: ["sql"],
  vault: ["sql"],
  connection: ["sql"],
  page: ["sql"],
  ledger: ["sql"],
  session: ["sql"],
  event: ["merchant", "job", "sql"],
  payment: ["session", "ledger", "sql"],
  refund: ["payment", "ledger", "merchant", "sql"],
  transfer: ["ledger", "job", "sql"],
  settlement: ["ledger", "sql"],
  rollup: ["payment", "sql"],
  report: ["rollup", "refund", "payment", "session", "merchant", "ledger", "sql"],
  "request-log": ["payment", "sql"],
  trace: ["sql"],
  sandbox: ["session", "sql"],
};

// The folders of `payment`. Its own files are shared nouns and import none of them.
const stages = {
  outcome: [],
  modification: ["outcome"],
  charge: ["modification", "outcome"],
  hold: ["modification", "outcome"],
  movement: ["outcome"],
  recovery: ["charge", "modification", "outcome"],
};

/** Finds imports between folders that the tables forbid, and packages imported by the domain. */
export function checkArrows(modules) {
  return modules.flatMap((module) => {
    const from = areaOf(module.path);
    if (!allowed[from] || module.isTest) return [];
    return module.imports.flatMap((item) => {
      const rule = item.request.startsWith(".")
        ? relativeRule(module.path, item)
        : outsideRule(from, item.request);
      return rule ? [{ path: module.path, line: item.line, message: rule }] : [];
    });
  });
}

function relativeRule(path, { target, request, isType }) {
  if (!target) return `${request} leads to no file; relative imports name the file with its ending`;
  const [from, to] = [areaOf(path), areaOf(target)];
  const isConfigType = to === "config" && isType && from === "edge";
  const isWebType = from === "web" && isType;
  if (from === to) return innerRule(from, path, target);
  // The demo shop is a merchant and uses the client.
  if (to === "client" && path.startsWith("src/edge/demo/")) return undefined;
  if (allowed[from].includes(to) || isConfigType || isWebType) return undefined;
  return `${from} must not know ${to}; it may import ${allowed[from].join(", ") || "nothing"}`;
}

function innerRule(area, path, target) {
  if (area === "edge") return edgeRule(path, target);
  return area === "payment" ? stageRule(path, target) : undefined;
}

function stageRule(path, target) {
  const [from] = path.split("/").slice(2, -1);
  const [to] = target.split("/").slice(2, -1);
  if (to === undefined || from === to) return undefined;
  if (from === undefined) return `a file of payment itself must not name payment/${to}`;
  return arrowRule(stages, "payment", { from, to });
}

function edgeRule(path, target) {
  const from = path.split("/").slice(2, -1);
  const to = target.split("/").slice(2, -1);
  if (from[0] !== to[0]) return arrowRule(rooms, "edge", { from: from[0], to: to[0] });
  if (from[0] !== "store" || from[1] === to[1]) return undefined;
  return arrowRule(shelves, "edge/store", { from: from[1], to: to[1] });
}

function arrowRule(known, folder, { from, to }) {
  if (!known[from]) return `${folder}/${from} has no arrows; name it in arrows.mjs`;
  if (known[from].includes(to)) return undefined;
  const may = known[from].join(", ") || "nothing";
  return `${folder}/${from} must not name ${folder}/${to}; it may import ${may}`;
}

function outsideRule(from, request) {
  if (leaves.includes(from)) return `${from} runs anywhere and must not import ${request}`;
  if (!domain.includes(from)) return undefined;
  return `${from} is domain code and must not import ${request}; declare a port for it`;
}

/** The folder below `src`; for other paths the top folder. */
function areaOf(path) {
  const [top, second] = path.split("/");
  return top === "src" ? second : top;
}

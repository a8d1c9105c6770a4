// What a folder of the domain may know of; each list is whole.
const below = {
  kernel: [],
  job: ["kernel"],
  card: ["kernel"],
  merchant: ["kernel"],
  ledger: ["kernel"],
  event: ["merchant", "job", "kernel"],
  checkout: ["merchant", "kernel"],
  installment: ["card", "kernel"],
  settlement: ["card", "merchant", "ledger", "kernel"],
  payment: [
    "settlement",
    "installment",
    "card",
    "checkout",
    "merchant",
    "ledger",
    "event",
    "job",
    "kernel",
  ],
};
below.refund = ["payment", ...below.payment];
below.transfer = ["payment", ...below.payment];
below.report = ["refund", "transfer", ...below.refund];

const domain = Object.keys(below);
// What strangers use as it is: they have nothing else of ours.
const leaves = ["client"];
// `start` stands for the files directly in `src` that put the service together.
const outer = {
  bank: ["kernel"],
  client: [],
  edge: domain,
  config: ["kernel"],
  start: [...domain, "edge", "bank", "config"],
  main: [...domain, "edge", "config", "start"],
  cli: [...domain, "edge", "config", "start", "main", "client"],
  web: domain,
};
const allowed = { ...below, ...outer };

// Inside `edge`: what serves requests and runs jobs gets its storage and its banks from `compose`.
const servers = ["http", "page", "panel", "jobs"];
const adapters = ["store", "acquirer", "webhook"];

/** Arrows between folders, and what the domain must not know of at all. */
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
  if (from === to) return from === "edge" ? edgeRule(path, target) : undefined;
  // The demo shop is a merchant.
  if (to === "client" && path.startsWith("src/edge/page/demo/")) return undefined;
  if (allowed[from].includes(to) || isConfigType || isWebType) return undefined;
  return `${from} must not know ${to}; it may import ${allowed[from].join(", ") || "nothing"}`;
}

function edgeRule(path, target) {
  const [from, to] = [path.split("/")[2], target.split("/")[2]];
  if (!servers.includes(from) || !adapters.includes(to)) return undefined;
  return `edge/${from} must not name edge/${to}; take a port and let compose.ts pass it in`;
}

function outsideRule(from, request) {
  if (leaves.includes(from)) return `${from} runs anywhere and must not import ${request}`;
  if (!domain.includes(from)) return undefined;
  return `${from} is domain code and must not import ${request}; declare a port for it`;
}

/** The folder below `src`; for files directly in it their part; elsewhere the top folder. */
function areaOf(path) {
  const [top, second = ""] = path.split("/");
  if (top !== "src") return top;
  if (!/\.tsx?$/.test(second)) return second;
  const name = second.replace(/\.tsx?$/, "");
  if (name.startsWith("config")) return "config";
  return name === "main" ? name : "start";
}

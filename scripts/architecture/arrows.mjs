// The rooms of `src`, from the lowest, each with the rooms that it may import; the lists are
// complete. Parsers and pages don't import HTTP. Rooms that serve requests or run jobs import no
// store, acquirer or sender; `service` passes those in: docs/decisions/rooms.md.
const GROUND = ["domain", "kernel"];
const SERVED = ["http", "page", "system", ...GROUND];
export const rooms = {
  // Merchants use it by itself.
  client: [],
  kernel: [],
  domain: ["kernel"],
  config: GROUND,
  system: GROUND,
  file: ["system", ...GROUND],
  page: ["system", ...GROUND],
  database: ["system", ...GROUND],
  jobs: ["system", ...GROUND],
  outbound: ["file", "system", ...GROUND],
  acquirer: ["file", "system", ...GROUND],
  http: ["page", "system", ...GROUND],
  checkout: SERVED,
  // The demo shop is a merchant and uses the client.
  documentation: ["client", ...SERVED],
  panel: ["jobs", "file", ...SERVED],
  // Stores implement ports that these rooms declare.
  store: ["database", "checkout", "jobs", ...SERVED],
  vault: ["store", "database", "system", ...GROUND],
  // A company of its own.
  bank: ["kernel"],
};
rooms.service = Object.keys(rooms).filter((room) => room !== "client");
rooms.cli = Object.keys(rooms);
rooms.web = GROUND;

/** Rooms of which these rooms may import types alone. */
const types = { outbound: ["config"], http: ["config"], web: Object.keys(rooms) };

// The nouns below the payment, and those that a payment has.
const BELOW = ["merchant", "limit", "job", "ledger", "table", "card"];
const PAID = ["settlement", "connection", "installment", "session", "event", ...BELOW];

// Folders of a room that have an order among themselves, each with those that it may import. Files
// of the room itself are shared by its folders and import none of them.
export const floors = {
  domain: {
    limit: [],
    table: [],
    job: [],
    ledger: [],
    card: ["table"],
    merchant: ["limit"],
    event: ["merchant", "job"],
    session: ["merchant"],
    law: ["card"],
    installment: ["law", "card", "table"],
    connection: ["installment", "card", "merchant"],
    settlement: ["law", "card", "merchant", "ledger", "table"],
    payment: PAID,
    refund: ["payment", ...PAID],
    transfer: ["payment", ...PAID],
    "account-feed": ["transfer", "payment", ...PAID],
    report: ["refund", "transfer", "payment", ...PAID],
  },
  "domain/payment": {
    outcome: [],
    modification: ["outcome"],
    charge: ["modification", "outcome"],
    hold: ["modification", "outcome"],
    movement: ["outcome"],
    recovery: ["charge", "modification", "outcome"],
  },
  http: {
    schema: [],
    problem: ["schema"],
    answer: ["problem"],
    body: ["problem", "schema"],
    limit: ["problem"],
    caller: ["limit", "problem"],
    idempotency: ["caller", "problem"],
    pay: ["idempotency", "problem", "schema"],
    openapi: ["caller", "problem", "schema"],
    "request-log": ["caller", "limit", "problem"],
    server: ["idempotency", "caller", "limit", "body", "problem"],
    routes: [
      "openapi",
      "answer",
      "pay",
      "idempotency",
      "caller",
      "limit",
      "body",
      "problem",
      "schema",
    ],
    admin: ["idempotency", "caller", "limit", "problem", "schema"],
  },
  checkout: {
    view: [],
    form: ["view"],
    take: ["form", "view"],
    "page-watch": [],
    violation: [],
  },
  file: {
    xml: [],
    text: [],
    spreadsheet: [],
    statement: ["xml", "text"],
    xlsx: [],
    csv: ["text", "xlsx"],
    reader: ["statement", "csv"],
    import: ["reader"],
  },
  outbound: { webhook: [], identity: [], kms: [], "account-feed": ["webhook"] },
  database: {
    mapping: [],
    connection: ["mapping"],
    shard: ["connection", "mapping"],
    batch: ["shard", "connection"],
    migration: ["connection", "mapping"],
    embedded: ["connection"],
    installation: ["embedded", "migration", "connection", "mapping"],
    backup: ["installation", "migration", "connection"],
  },
  store: {
    limit: [],
    job: [],
    merchant: [],
    card: [],
    vault: [],
    connection: [],
    page: [],
    ledger: [],
    session: [],
    trace: [],
    event: ["merchant", "job"],
    payment: ["session", "ledger"],
    refund: ["payment", "ledger", "merchant"],
    transfer: ["ledger", "job"],
    "account-feed": ["transfer", "connection"],
    settlement: ["ledger"],
    rollup: ["payment"],
    report: ["rollup", "refund", "payment", "session", "merchant", "ledger"],
    "request-log": ["payment"],
    sandbox: ["session"],
  },
};

/** The folders of the domain, which know neither packages nor Node. */
export const domain = ["kernel", "domain"];

/** Finds imports between rooms that the tables forbid, and packages imported by the domain. */
export function checkArrows(modules) {
  return modules.flatMap((module) => {
    const from = roomOf(module.path);
    if (!from || module.isTest) return [];
    return module.imports.flatMap((item) => {
      const rule = item.request.startsWith(".")
        ? relativeRule(module.path, item)
        : outsideRule(from, item.request);
      return rule ? [{ path: module.path, line: item.line, message: rule }] : [];
    });
  });
}

/** Generated declarations, which only the client imports; the compiler finds them. */
const DECLARATIONS = "../../clients/typescript/interface.d.ts";

function relativeRule(path, { target, request, isType }) {
  if (request === DECLARATIONS && path.startsWith("src/client/")) return undefined;
  if (!target) return `${request} leads to no file; relative imports name the file with its ending`;
  const [from, to] = [roomOf(path), roomOf(target)];
  if (from === to) return floorRule(path, target);
  if (!rooms[from]) return `src/${from} has no arrows; name it in arrows.mjs`;
  if (rooms[from].includes(to) || (isType && types[from]?.includes(to))) return undefined;
  return `${from} must not name ${to}; it may import ${rooms[from].join(", ") || "nothing"}`;
}

/** Compares the folders where the two paths part. */
function floorRule(path, target) {
  const [ours, theirs] = [foldersOf(path), foldersOf(target)];
  const depth = ours.findIndex((folder, index) => folder !== theirs[index]);
  const shared = depth < 0 ? ours : ours.slice(0, depth);
  const room = shared.join("/");
  const known = floors[room];
  const [from, to] = [ours[shared.length], theirs[shared.length]];
  if (!known || to === undefined) return undefined;
  if (from === undefined) return `a file of ${room} itself must not name ${room}/${to}`;
  if (!known[from]) return `${room}/${from} has no arrows; name it in arrows.mjs`;
  if (known[from].includes(to)) return undefined;
  const may = known[from].join(", ") || "nothing";
  return `${room}/${from} must not name ${room}/${to}; it may import ${may}`;
}

function outsideRule(from, request) {
  if (from === "client") return `${from} runs anywhere and must not import ${request}`;
  if (!domain.includes(from)) return undefined;
  return `${from} is domain code and must not import ${request}; declare a port for it`;
}

function foldersOf(path) {
  return path.split("/").slice(1, -1);
}

/** The folder below `src`, or `web`; undefined for other paths. */
function roomOf(path) {
  const [top, second] = path.split("/");
  return top === "src" ? second : top === "web" ? "web" : undefined;
}

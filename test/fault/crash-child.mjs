import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import pg from "pg";
import { Pool } from "undici";
import { lookAtFeeds } from "../../dist/service/jobs/account-feeds.js";
import { openFeeds } from "../../dist/service/runtime/feed-protocols.js";
import { openSandbox } from "../../dist/service/runtime/acquirers.js";
import { openInstallation } from "../../dist/service/installation/installation.js";
import { recoverPayments } from "../../dist/service/runtime/payments.js";
import { openService } from "../../dist/service/service.js";
import { statementDeps } from "../../dist/service/jobs/transfers.js";
import { readConfig } from "../../dist/config/config.js";
import { createDeliveries } from "../../dist/jobs/delivery-job.js";
import { readStatement } from "../../dist/file/statement/statement-file.js";
import { openDatabase } from "../../dist/database/connection/database.js";
import { createDeliveryStore } from "../../dist/store/event/delivery-store.js";
import { createEventPlacer } from "../../dist/store/event/event-placer.js";
import { systemDigest } from "../../dist/system/digest.js";
import { createLogger } from "../../dist/system/logger.js";
import { webhookSigner } from "../../dist/system/webhook-signer.js";
import { createWebhookSender } from "../../dist/outbound/webhook/sender.js";
import { assignLine } from "../../dist/domain/transfer/assign-line.js";
import { importStatement } from "../../dist/domain/transfer/import-statement.js";

// The built service in a process that is killed. Each command runs one operation and stops it at
// one of its calls: the operation then asks neither its database nor a bank for anything more, and
// keeps what it holds. Once every operation has stopped at its point, the parent kills the process.

const { database, environment, now } = JSON.parse(process.argv[2] ?? "{}");
const parts = {
  config: readConfig(environment),
  database,
  clock: { now: () => now },
  random: { bytes: (count) => randomBytes(count) },
  logger: createLogger("silent"),
};
const COMMAND = { applicationName: "vezne command", max: 4 };
const times = { ...parts, clocks: { now: () => now, moved: () => [] } };
const refreshClocks = () => Promise.resolve();
const running = new AsyncLocalStorage();
const never = new Promise(() => undefined);

/** Whether a call, at its place in the operation, is executed or is the last one. */
function placeOf(name) {
  const operation = running.getStore();
  if (operation === undefined || !operation.isBegun) return "made";
  if (operation.isStopped) return "not made";
  operation.calls.push(name);
  const { at } = operation;
  if (at === undefined || operation.calls.length !== at.call) return "made";
  operation.isStopped = true;
  return at.moment;
}

/** The first words of a statement identify it for the reader of a failure. */
function nameOf(statement) {
  const text =
    typeof statement === "string" ? statement : (statement?.text ?? statement?.label ?? "copy");
  return text.trim().split(/\s+/).slice(0, 3).join(" ");
}

/**
 * Ends with its connection; whether it is sent depends on earlier statements, and it changes
 * nothing.
 */
const SESSION_SETTINGS = "set plan_cache_mode";

/** Resolves when a statement is answered. The answer to a batch does not reach its owner. */
function answerTo(statement, send) {
  if (statement.label === undefined) return send();
  return new Promise((resolve) => {
    statement.callback = resolve;
    send();
  });
}

const sendQuery = pg.Client.prototype.query;
pg.Client.prototype.query = function query(...request) {
  const operation = running.getStore();
  const name = nameOf(request[0]);
  const place = name.startsWith(SESSION_SETTINGS) ? "made" : placeOf(name);
  if (place === "made") return sendQuery.apply(this, request);
  operation.service.hold(this, name);
  if (place === "before") operation.stopped();
  if (place === "before" || place === "not made") return never;
  if (typeof request.at(-1) === "function") request.pop();
  const answered = answerTo(request[0], () => sendQuery.apply(this, request));
  if (place === "sent") operation.stopped();
  Promise.resolve(answered).then(
    () => operation.stopped(),
    () => operation.stopped(),
  );
  return never;
};

const sendRequest = Pool.prototype.dispatch;
Pool.prototype.dispatch = function dispatch(options, handler) {
  const operation = running.getStore();
  const place = placeOf(`${options.method} ${options.path}`);
  if (place === "made") return sendRequest.call(this, options, handler);
  if (place === "before") operation.stopped();
  if (place === "before" || place === "not made") return true;
  const isSent = sendRequest.call(this, options, {
    onRequestStart: () => undefined,
    onResponseStart: () => undefined,
    onResponseData: () => undefined,
    onResponseEnd: () => operation.stopped(),
    onResponseError: () => operation.stopped(),
  });
  if (place === "sent") operation.stopped();
  return isSent;
};

/** The background jobs of a service process. */
const jobs = {
  async recovery({ service }) {
    const round = recoverPayments(service.deps, { refreshClocks }).round;
    return () => round().catch(() => undefined);
  },
  async transfers({ service }) {
    const installation = await openInstallation(parts);
    const { sandboxCredentials } = await openSandbox(installation, {});
    const bank = { deps: service.deps, feedProtocols: openFeeds(installation), sandboxCredentials };
    const looks = lookAtFeeds(installation, bank, () => undefined);
    return async () => {
      await looks.round();
      await looks.settled();
    };
  },
  async statement(_, file) {
    const { lines } = readStatement(new TextEncoder().encode(file), systemDigest);
    const installation = await openInstallation({ ...parts, connections: COMMAND });
    return () => importStatement(statementDeps(installation), { lines });
  },
  async assignment(_, command) {
    const installation = await openInstallation({ ...parts, connections: COMMAND });
    return () => assignLine(statementDeps(installation), JSON.parse(command));
  },
  async events({ pool }) {
    const placer = createEventPlacer(pool);
    return () => placer.place(now);
  },
  async deliveries({ service, pool }) {
    const deps = {
      ...times,
      refreshClocks,
      merchants: service.deps.merchants,
      sender: createWebhookSender({ userAgent: "Vezne/test", mask: (text) => text }),
      signer: webhookSigner,
      deliveries: createDeliveryStore(pool),
      report: () => undefined,
      wake: () => undefined,
      onError: () => undefined,
    };
    return async () => {
      const deliveries = createDeliveries(deps);
      await deliveries.round().catch(() => undefined);
      await deliveries.end();
    };
  },
};

/** The number of connections that may be held before the next operation would lack one. */
const HELD_MOST = 8;
/** A connection that exists once for each kind of statement. */
const ONLY_ONE = "vezne writer";
/** Data that is read or written once for all waiting operations: the vault's key, card levels. */
const SHARED = ["select key_id,", "insert into vault_key", "insert into card_level"];
let current;

/**
 * Returns a service for the next operation: a new one where an earlier operation blocks the last.
 */
async function openWorker() {
  if (current === undefined || current.held >= HELD_MOST) {
    const service = await openService({ ...parts, bankDelay: () => Promise.resolve() });
    await service.app.ready();
    const pool = openDatabase({ address: database, applicationName: "vezne", max: 16 });
    current = { service, pool, held: 0, hold: () => undefined };
  }
  const opened = current;
  opened.hold = ({ connectionParameters }, name) => {
    const isNeeded =
      connectionParameters.application_name === ONLY_ONE ||
      SHARED.some((start) => name.startsWith(start));
    opened.held += isNeeded ? HELD_MOST : 1;
  };
  return opened;
}

/** How long the work after an operation's answer may continue, in ms. */
const AFTERWARDS_MS = 20;

async function run({ number, request, job, at }) {
  const service = await openWorker();
  const operation = {
    at,
    service,
    calls: [],
    isBegun: false,
    isStopped: false,
    stopped: () => process.send({ number, kind: "stopped" }),
  };
  await running.run(operation, async () => {
    const act =
      job === undefined
        ? () => service.service.app.inject(request)
        : await jobs[job.name](service, job.argument);
    operation.isBegun = true;
    const answer = await act();
    await new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MS));
    if (operation.isStopped) return;
    operation.isBegun = false;
    const sent = job === undefined ? answerOf(answer) : undefined;
    process.send({ number, kind: "done", calls: operation.calls, answer: sent });
  });
}

function answerOf({ statusCode, headers, body }) {
  return { status: statusCode, location: headers.location, text: body };
}

async function execute(order) {
  try {
    await run(order);
  } catch (error) {
    process.send({ number: order.number, kind: "failed", error: inspect(error) });
  }
}

process.on("message", (order) => void execute(order));
process.on("disconnect", () => process.exit());
process.send({ kind: "ready" });

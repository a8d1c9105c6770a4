import {
  addConnection,
  changeConnection,
  moveConnection,
  type ManageDeps,
} from "../../domain/connection/manage-connection.ts";
import { connectionAuditFacts } from "../../domain/connection/connection-document.ts";
import type { ConnectionFault } from "../../domain/connection/connection-fault.ts";
import type { AcquirerConnection, ConnectionState } from "../../domain/connection/connection.ts";
import type { ProtocolForm } from "../../domain/connection/protocol-form.ts";
import type { AuditAction } from "../../domain/merchant/audit.ts";
import { parseConnectionId } from "../../kernel/ids.ts";
import { done, NOT_FOUND, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import type { QuestionFinder, Question } from "../kit/question.ts";
import { merchantRoutes, type PanelRoute } from "../kit/route.ts";
import { connectionPage } from "./connection-page.tsx";
import { connectionsPage } from "./connections-page.tsx";
import { choosePage, newPage, settingsPage } from "./form-pages.tsx";
import { readCredentials, readSettings } from "./read-form.ts";
import { acquirerWords } from "./words.ts";

const MOVED = {
  active: "connection.enabled",
  disabled: "connection.disabled",
  retired: "connection.retired",
} as const;

const look = merchantRoutes("GET", "connections.see");
const form = merchantRoutes("GET", "connections.change");
const change = merchantRoutes("POST", "connections.change");

/** The bank connections of a merchant and mode. */
export const acquirerRoutes: readonly PanelRoute[] = [
  look("acquirers", connectionsPage),
  form("acquirers/new", async (context) => {
    const protocol = protocolNamed(context, context.request.query["protocol"]);
    return protocol === undefined ? choosePage(context) : newPage(context, { protocol });
  }),
  change("acquirers/new", add, {
    audit: { action: "connection.added", kind: "connection", id: "" },
  }),
  look("acquirers/:connection", (context) =>
    withConnection(context, (connection) => connectionPage(context, connection)),
  ),
  form("acquirers/:connection/settings", (context) =>
    withProtocol(context, async (connection, protocol) =>
      settingsPage(context, { connection, protocol }),
    ),
  ),
  change(
    "acquirers/:connection/settings",
    (context) =>
      withProtocol(context, (connection, protocol) => save(context, { connection, protocol })),
    audited("connection.changed"),
  ),
  change(
    "acquirers/:connection/test",
    (context) => withConnection(context, (connection) => test(context, connection)),
    audited("connection.tested"),
  ),
  move("disable", "disabled"),
  move("enable", "active"),
  move("retire", "retired", askRetire),
];

function audited(action: AuditAction) {
  return { audit: { action, kind: "connection", field: "connection" } };
}

function move(
  name: string,
  to: ConnectionState,
  ask?: QuestionFinder<MerchantContext>,
): PanelRoute {
  return change(
    `acquirers/:connection/${name}`,
    (context) => withConnection(context, (connection) => moveTo(context, { connection, to })),
    { ...audited(MOVED[to]), ...(ask === undefined ? {} : { ask }) },
  );
}

async function askRetire(context: MerchantContext): Promise<Question | undefined> {
  const words = acquirerWords[context.language];
  const connection = await findConnection(context);
  if (connection === undefined || connection.state === "retired") return undefined;
  return {
    title: words.retire,
    facts: [
      [words.name, connection.title],
      [words.bank, connection.bank],
      [words.terminal, connection.terminal],
      [words.state, words.states[connection.state]],
    ],
    effects: [words.retireEffect, words.retireHint],
  };
}

async function withConnection(
  context: MerchantContext,
  run: (connection: AcquirerConnection) => Promise<PanelAnswer>,
): Promise<PanelAnswer> {
  const found = await findConnection(context);
  return found === undefined ? NOT_FOUND : run(found);
}

async function findConnection({
  kit,
  scope,
  request,
}: MerchantContext): Promise<AcquirerConnection | undefined> {
  const connectionId = parseConnectionId(request.params["connection"] ?? "");
  const found = connectionId && (await kit.connections.find(connectionId));
  return found !== undefined && scope.holds(found) ? found : undefined;
}

/** A connection whose protocol this release lacks can be seen and retired, but not changed. */
function withProtocol(
  context: MerchantContext,
  run: (connection: AcquirerConnection, protocol: ProtocolForm) => Promise<PanelAnswer>,
): Promise<PanelAnswer> {
  return withConnection(context, async (connection) => {
    const protocol = protocolNamed(context, connection.protocol);
    return protocol === undefined ? NOT_FOUND : run(connection, protocol);
  });
}

function protocolNamed(
  { kit }: MerchantContext,
  name: string | undefined,
): ProtocolForm | undefined {
  return kit.connectionServices.protocols.find((one) => one.name === name);
}

async function add(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language } = context;
  const { body } = request;
  const protocol = protocolNamed(context, body["protocol"]);
  if (protocol === undefined) return choosePage(context);
  const read = readSettings(body);
  if (read.faults.length > 0) return newPage(context, { protocol, faults: read.faults });
  const draft = {
    ...read.settings,
    merchantId: scope.merchantId,
    mode: scope.mode,
    bank: body["bank"] ?? "",
    hosts: body["hosts"] ?? "",
    credentials: readCredentials(body, protocol.credentials) ?? {},
    isUntested: false,
  };
  const added = await addConnection(managing(context), draft, protocol);
  if (!added.ok) return newPage(context, { protocol, faults: added.refusal });
  const { connectionId, title, bank, terminal, state, lastCheck } = added.value;
  await context.log.done({
    object: { kind: "connection", id: connectionId },
    after: { title, bank, terminal, state, answer: lastCheck?.kind },
  });
  await kit.connectionServices.refresh();
  const kind = lastCheck?.kind ?? "unknown";
  const told = acquirerWords[language].added[kind];
  const flash = kind === "ready" ? done(told) : refusal(told);
  return redirect(context.to(`acquirers/${connectionId}`), flash);
}

function managing({ kit }: MerchantContext): ManageDeps {
  const { connections, clock, random, isRehearsal, connectionServices } = kit;
  return { connections, clock, random, isRehearsal, askBank: connectionServices.askBank };
}

type ChangedConnection = {
  readonly connection: AcquirerConnection;
  readonly protocol: ProtocolForm;
};

async function save(context: MerchantContext, changed: ChangedConnection): Promise<PanelAnswer> {
  const { kit, request, language } = context;
  const { connection, protocol } = changed;
  const { settings, faults } = readSettings(request.body);
  const again = (found: readonly ConnectionFault[]): PanelAnswer =>
    settingsPage(context, { ...changed, faults: found });
  if (faults.length > 0) return again(faults);
  const credentials = readCredentials(request.body, protocol.credentials);
  const isUntested = request.body["untested"] === "yes";
  const wish = { connection, settings, credentials, isUntested };
  const saved = await changeConnection(managing(context), wish, protocol);
  if (!saved.ok) return again(saved.refusal);
  const { connectionId } = connection;
  await context.log.done({
    before: connectionAuditFacts(connection),
    after: { ...connectionAuditFacts(saved.value), new_credentials: credentials !== undefined },
  });
  await kit.connectionServices.refresh();
  return redirect(context.to(`acquirers/${connectionId}`), done(acquirerWords[language].saved));
}

async function test(
  context: MerchantContext,
  connection: AcquirerConnection,
): Promise<PanelAnswer> {
  const words = acquirerWords[context.language];
  const { connectionId } = connection;
  const { kind, code } = await context.kit.connectionServices.ask(connection);
  await context.log.done({ after: { answer: kind, code } });
  const flash = kind === "ready" ? done(words.tested[kind]) : refusal(words.tested[kind]);
  return redirect(context.to(`acquirers/${connectionId}`), flash);
}

type Move = {
  readonly connection: AcquirerConnection;
  readonly to: ConnectionState;
};

async function moveTo(context: MerchantContext, { connection, to }: Move): Promise<PanelAnswer> {
  const { kit, language } = context;
  const words = acquirerWords[language];
  const path = context.to(`acquirers/${connection.connectionId}`);
  if (!(await moveConnection(kit, connection, to))) return redirect(path, refusal(words.isRetired));
  await context.log.done({ before: { state: connection.state }, after: { state: to } });
  await kit.connectionServices.refresh();
  return redirect(path, done(words.moved));
}

import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  connectionAuditFacts,
  connectionDocument,
} from "../../domain/connection/connection-document.ts";
import type { AcquirerConnection, ConnectionState } from "../../domain/connection/connection.ts";
import {
  addConnection,
  changeConnection,
  moveConnection,
} from "../../domain/connection/manage-connection.ts";
import { keyStateAmong } from "../../domain/connection/store-key.ts";
import type { ProtocolForm } from "../../domain/connection/protocol-form.ts";
import { toIso } from "../../kernel/clock.ts";
import { parseConnectionId } from "../../kernel/ids.ts";
import type { AuditNote } from "../../domain/merchant/audit.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import { ADMINISTRATION, withOperatorKey } from "../caller/operator-auth.ts";
import {
  ConnectionChangeSchema,
  ConnectionListQuerySchema,
  ConnectionParams,
  NewConnectionSchema,
  ProtocolParams,
  type ConnectionChangeBody,
  type ConnectionListQuery,
  type ConnectionRequest,
  type NewConnectionBody,
  type ProtocolRequest,
} from "../schema/admin/connection.ts";
import { MerchantParams, type MerchantRequest } from "../schema/admin/merchant.ts";
import { invalid, merchantOf, notFound, record } from "./admin-call.ts";
import type { AdminDeps } from "./admin-deps.ts";
import { changesSettings, refusalOf, settingsDraft } from "./connection-draft.ts";
import { secretsOf } from "../../kernel/secret.ts";
import { MERCHANT } from "./merchant-routes.ts";
import { protocolDocument } from "./protocol-document.ts";

const CONNECTIONS = `${MERCHANT}/connections`;
const CONNECTION = `${CONNECTIONS}/:connection_id`;

type ListRequest = MerchantRequest & { Querystring: ConnectionListQuery };
type AdditionRequest = FastifyRequest<MerchantRequest & { Body: NewConnectionBody }>;
type ChangeRequest = FastifyRequest<ConnectionRequest & { Body: ConnectionChangeBody }>;
type TestRequest = FastifyRequest<ConnectionRequest>;

/** The bank connections of merchants; their secrets are written and never read. */
export function connectionRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const read = withOperatorKey(deps, "connections.read");
  const write = withOperatorKey(deps, "connections.write");
  const params = ConnectionParams;
  app.get<ProtocolRequest>(
    `${ADMINISTRATION}protocols/:protocol`,
    { ...read, schema: { params: ProtocolParams } },
    ({ params: { protocol } }, reply) => reply.send(protocolDocument(readProtocol(deps, protocol))),
  );
  app.get<ListRequest>(
    CONNECTIONS,
    { ...read, schema: { params: MerchantParams, querystring: ConnectionListQuerySchema } },
    (request) => list(deps, request),
  );
  app.post<MerchantRequest & { Body: NewConnectionBody }>(
    CONNECTIONS,
    { ...write, schema: { params: MerchantParams, body: NewConnectionSchema } },
    (request) => add(deps, request),
  );
  app.get<ConnectionRequest>(CONNECTION, { ...read, schema: { params } }, (request) =>
    show(deps, request),
  );
  app.patch<ConnectionRequest & { Body: ConnectionChangeBody }>(
    CONNECTION,
    { ...write, schema: { params, body: ConnectionChangeSchema } },
    (request) => change(deps, request),
  );
  app.post<ConnectionRequest>(`${CONNECTION}/test`, { ...write, schema: { params } }, (request) =>
    test(deps, request),
  );
}

async function list(deps: AdminDeps, request: FastifyRequest<ListRequest>) {
  const { merchantId } = await merchantOf(deps, request);
  const modes = MODES.filter((mode) => mode === (request.query.mode ?? mode));
  const found = await Promise.all(modes.map((mode) => deps.connections.list({ merchantId, mode })));
  return { connections: found.flat().map((one) => documentOf(deps, one)) };
}

async function connectionOf(deps: AdminDeps, request: TestRequest): Promise<AcquirerConnection> {
  const { merchantId } = await merchantOf(deps, request);
  const connectionId = parseConnectionId(request.params.connection_id);
  const found = connectionId && (await deps.connections.find(connectionId));
  if (found !== undefined && found.merchantId === merchantId) return found;
  throw notFound("connection_id", "must be the id of a connection of the merchant");
}

function documentOf(deps: AdminDeps, connection: AcquirerConnection) {
  return connectionDocument(connection, keyStateAmong(deps.protocols, connection));
}

/** The protocol that a body names. */
function protocolNamed(deps: AdminDeps, name: string): ProtocolForm {
  const found = findProtocol(deps, name);
  if (found === undefined) throw invalid({ field: "protocol", message: knownProtocols(deps) });
  return found;
}

/** The protocol that a path names. */
function readProtocol(deps: AdminDeps, name: string): ProtocolForm {
  const found = findProtocol(deps, name);
  if (found === undefined) throw notFound("protocol", knownProtocols(deps));
  return found;
}

function findProtocol({ protocols }: AdminDeps, name: string): ProtocolForm | undefined {
  return protocols.find((one) => one.name === name);
}

function knownProtocols({ protocols }: AdminDeps): string {
  return `must be one of ${protocols.map((one) => one.name).join(", ")}`;
}

async function show(deps: AdminDeps, request: TestRequest) {
  return documentOf(deps, await connectionOf(deps, request));
}

async function add(deps: AdminDeps, request: AdditionRequest) {
  const { merchantId } = await merchantOf(deps, request);
  const { mode, bank, hosts = "", protocol: name, credentials } = request.body;
  const protocol = protocolNamed(deps, name);
  const draft = {
    ...settingsDraft(request.body, undefined),
    merchantId,
    mode,
    bank,
    hosts,
    credentials: secretsOf(credentials),
    isUntested: request.body.untested ?? false,
  };
  const added = await addConnection(deps, draft, protocol);
  if (!added.ok) throw refusalOf(added.refusal);
  const connection = added.value;
  const { title, terminal, state, lastCheck } = connection;
  await note(deps, request, {
    connection,
    action: "connection.added",
    after: { title, bank, terminal, state, answer: lastCheck?.kind },
  });
  await deps.refreshConnections();
  return documentOf(deps, connection);
}

async function change(deps: AdminDeps, request: ChangeRequest) {
  const { body } = request;
  const connection = await connectionOf(deps, request);
  if (changesSettings(body) || body.credentials !== undefined) {
    await changeFields(deps, request, connection);
  }
  if (body.state !== undefined && body.state !== connection.state) {
    await move(deps, request, { connection, to: body.state });
  }
  await deps.refreshConnections();
  return documentOf(deps, await connectionOf(deps, request));
}

async function changeFields(
  deps: AdminDeps,
  request: ChangeRequest,
  connection: AcquirerConnection,
) {
  const { body } = request;
  const protocol = protocolNamed(deps, connection.protocol);
  const settings = settingsDraft(body, connection);
  const credentials = body.credentials === undefined ? undefined : secretsOf(body.credentials);
  const isUntested = body.untested ?? false;
  const wish = { connection, settings, credentials, isUntested };
  const saved = await changeConnection(deps, wish, protocol);
  if (!saved.ok) throw refusalOf(saved.refusal);
  await note(deps, request, {
    connection,
    action: "connection.changed",
    before: connectionAuditFacts(connection),
    after: {
      ...connectionAuditFacts(saved.value),
      new_credentials: credentials !== undefined,
    },
  });
}

const MOVED = {
  active: "connection.enabled",
  disabled: "connection.disabled",
  retired: "connection.retired",
} as const;

type Move = { readonly connection: AcquirerConnection; readonly to: ConnectionState };

async function move(
  deps: AdminDeps,
  request: ChangeRequest,
  { connection, to }: Move,
): Promise<void> {
  if (!(await moveConnection(deps, connection, to))) {
    throw invalid({ field: "state", message: "must stay retired, which is final" });
  }
  await note(deps, request, {
    connection,
    action: MOVED[to],
    before: { state: connection.state },
    after: { state: to },
  });
}

async function test(deps: AdminDeps, request: TestRequest) {
  const connection = await connectionOf(deps, request);
  const { kind, code = null, message = null, at } = await deps.testConnection(connection);
  await note(deps, request, {
    connection,
    action: "connection.tested",
    after: { answer: kind, code },
  });
  return { kind, code, message, at: toIso(at) };
}

type ConnectionNote = Omit<AuditNote, "object"> & { readonly connection: AcquirerConnection };

function note(
  deps: AdminDeps,
  request: FastifyRequest,
  { connection, ...noted }: ConnectionNote,
): Promise<void> {
  const { connectionId, merchantId, mode } = connection;
  return record(deps, request, {
    note: { ...noted, object: { kind: "connection", id: connectionId } },
    place: { merchantId, mode },
  });
}

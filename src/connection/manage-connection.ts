import type { Clock } from "../kernel/clock.ts";
import { newConnectionId, type MerchantId } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";
import { ok, refused, type Result } from "../kernel/result.ts";
import type { Secret } from "../kernel/secret.ts";
import {
  checkConnection,
  checkSettings,
  type ConnectionDraft,
  type SettingsDraft,
} from "./check-connection.ts";
import { checkCredentials } from "./check-credentials.ts";
import type { ConnectionFault } from "./connection-fault.ts";
import type { AcquirerConnection, ConnectionState } from "./connection.ts";
import type { ConnectionStore, ConnectionWrite } from "./ports.ts";
import { terminalOf, type ProtocolForm } from "./protocol-form.ts";

export type ManageDeps = {
  readonly connections: ConnectionStore;
  readonly clock: Clock;
  readonly random: Random;
};

type Faults = readonly ConnectionFault[];

/** Stores a new connection, which is active at once unless its dates say otherwise. */
export async function addConnection(
  { connections, clock, random }: ManageDeps,
  draft: ConnectionDraft & { readonly merchantId: MerchantId },
  protocol: ProtocolForm,
): Promise<Result<AcquirerConnection, Faults>> {
  const checked = checkConnection(draft, protocol);
  if (!checked.ok) return checked;
  const { credentials, ...rest } = checked.value;
  const { merchantId, mode } = draft;
  const now = clock.now();
  const connection: AcquirerConnection = {
    ...rest,
    merchantId,
    mode,
    connectionId: newConnectionId(merchantId, { now, random }),
    protocol: protocol.name,
    state: "active",
    version: 0,
    lastCheck: undefined,
    createdAt: now,
    updatedAt: now,
  };
  const written = await connections.create(connection, credentials);
  return resultOf(written, connection);
}

/** Changes settings of a connection, and its credentials if they are given. */
export async function changeConnection(
  { connections, clock }: ManageDeps,
  change: {
    readonly connection: AcquirerConnection;
    readonly settings: SettingsDraft;
    readonly credentials: Readonly<Record<string, Secret>> | undefined;
  },
  protocol: ProtocolForm,
): Promise<Result<AcquirerConnection, Faults>> {
  const settings = checkSettings(change.settings, protocol);
  if (!settings.ok) return settings;
  const changed = { ...change.connection, ...settings.value, updatedAt: clock.now() };
  if (change.credentials === undefined) {
    return resultOf(await connections.change(changed), changed);
  }
  const checked = checkCredentials(change.credentials, protocol);
  if (!checked.ok) return checked;
  const { credentials, shownCredentials, terminal } = checked.value;
  if (terminal !== terminalOf(protocol, changed.shownCredentials)) {
    // Refunds of earlier payments need the terminal that took them.
    return refused([{ field: "credentials", problem: "other_terminal" }]);
  }
  const withCredentials = { ...changed, shownCredentials };
  return resultOf(await connections.change(withCredentials, credentials), withCredentials);
}

/** Moves a connection to a state; false if it is retired, which is final. */
export function moveConnection(
  { connections, clock }: Pick<ManageDeps, "connections" | "clock">,
  { connectionId }: Pick<AcquirerConnection, "connectionId">,
  to: ConnectionState,
): Promise<boolean> {
  return connections.changeState(connectionId, { to, at: clock.now() });
}

function resultOf(
  { kind }: ConnectionWrite,
  connection: AcquirerConnection,
): Result<AcquirerConnection, Faults> {
  if (kind === "written") return ok(connection);
  const field = { title_taken: "title", terminal_taken: "credentials", changed_meanwhile: "title" };
  return refused([{ field: field[kind], problem: kind }]);
}

import type { Clock } from "../../kernel/clock.ts";
import { newConnectionId, type MerchantId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Secret } from "../../kernel/secret.ts";
import {
  checkConnection,
  checkSettings,
  type ConnectionDraft,
  type SettingsDraft,
} from "./check-connection.ts";
import { checkCredentials } from "./check-credentials.ts";
import type { ConnectionFault } from "./connection-fault.ts";
import type { AcquirerConnection, CheckNote, ConnectionState, Rehearsal } from "./connection.ts";
import type { AskBank, ConnectionStore, ConnectionWrite } from "./ports.ts";
import { terminalOf, type ProtocolForm } from "./protocol-form.ts";

export type ManageDeps = Rehearsal & {
  readonly connections: ConnectionStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly askBank: AskBank;
};

/** True if a person insists on credentials that the bank has not accepted. */
type Insistence = { readonly isUntested: boolean };

type Faults = readonly ConnectionFault[];

/**
 * Stores a new connection and asks its bank. It is active once the bank has accepted the
 * credentials, or at once if a person insists; otherwise it stays disabled.
 */
export async function addConnection(
  { connections, clock, random, askBank, isRehearsal }: ManageDeps,
  draft: ConnectionDraft & Insistence & { readonly merchantId: MerchantId },
  protocol: ProtocolForm,
): Promise<Result<AcquirerConnection, Faults>> {
  const checked = checkConnection({ ...draft, isRehearsal }, protocol);
  if (!checked.ok) return checked;
  const { credentials, ...rest } = checked.value;
  const { merchantId, mode, isUntested } = draft;
  const now = clock.now();
  const connection: AcquirerConnection = {
    ...rest,
    merchantId,
    mode,
    connectionId: newConnectionId(merchantId, { now, random }),
    protocol: protocol.name,
    state: isUntested ? "active" : "disabled",
    version: 0,
    credentialsVersion: 0,
    lastCheck: undefined,
    keyNote: undefined,
    createdAt: now,
    updatedAt: now,
  };
  const written = await connections.create(connection, credentials);
  if (written.kind !== "written" || isUntested) return resultOf(written, connection);
  const check = await askBank(connection, credentials);
  return ok(await settled(connections, connection, check));
}

/** Notes the bank's first answer about a connection; an acceptance makes it active. */
async function settled(
  connections: ConnectionStore,
  connection: AcquirerConnection,
  check: CheckNote,
): Promise<AcquirerConnection> {
  const { connectionId } = connection;
  if (check.kind !== "ready") {
    await connections.noteCheck(connectionId, check);
    return { ...connection, lastCheck: check };
  }
  await connections.changeState(connectionId, { to: "active", at: check.at, check });
  return { ...connection, state: "active", updatedAt: check.at, lastCheck: check };
}

/**
 * Changes settings of a connection, and its credentials if they are given. New credentials replace
 * the old ones once the bank has accepted them, or if a person insists: a wrong one, or a bank that
 * doesn't answer, closes no shop.
 */
export async function changeConnection(
  { connections, clock, askBank }: Omit<ManageDeps, "random">,
  change: Insistence & {
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
  const withCredentials = { ...changed, shownCredentials, keyNote: undefined };
  const check = change.isUntested ? undefined : await askBank(withCredentials, credentials);
  if (check !== undefined && check.kind !== "ready") return refused([notAccepted(check)]);
  const written = await connections.change(withCredentials, credentials);
  if (written.kind !== "written" || check === undefined) return resultOf(written, withCredentials);
  await connections.noteCheck(withCredentials.connectionId, check);
  return ok({ ...withCredentials, lastCheck: check });
}

function notAccepted({ kind, code, message }: CheckNote): ConnectionFault {
  const problem = kind === "refused" ? "bank_refused" : "bank_silent";
  const told = [code, message].filter((part) => part !== undefined && part !== "").join(" ");
  return { field: "credentials", problem, told };
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

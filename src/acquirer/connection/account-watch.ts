import type { ConnectionStore } from "../../domain/connection/ports.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { ConnectionId } from "../../kernel/ids.ts";
import type { AccountAnswer, BankCall } from "./watched-acquirer.ts";

export type AccountWatchDeps = {
  readonly connections: Pick<ConnectionStore, "noteCheck">;
  readonly clock: Clock;
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/**
 * Updates the last check of a connection when the answers to its charges show that the bank accepts
 * or refuses its credentials. Only a change is written, so most payments cost no statement.
 */
export function createAccountWatch({ connections, clock, report }: AccountWatchDeps) {
  const known = new Map<ConnectionId, AccountAnswer["kind"]>();
  return ({ connectionId, account }: Pick<BankCall, "connectionId" | "account">): void => {
    if (account === undefined || known.get(connectionId) === account.kind) return;
    known.set(connectionId, account.kind);
    const { code, message } = account.kind === "ready" ? NOTHING : account;
    const note = { at: clock.now(), kind: account.kind, code, message };
    connections.noteCheck(connectionId, note).catch((error: unknown) => {
      known.delete(connectionId);
      report("the bank's word about a connection could not be noted", {
        connection_id: connectionId,
        error: String(error),
      });
    });
  };
}

const NOTHING = { code: undefined, message: undefined };

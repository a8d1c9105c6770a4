import type { ConnectionId } from "../../kernel/ids.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { SettlementOwner } from "./ports.ts";

/** The name of the test bank, which is the only acquirer without a connection. */
export const SIMULATED_BANK = "sandbox";

/** A connection that a settlement file may be about. */
export type SettledConnection = {
  readonly acquirer: string;
  /** Absent for the test bank. */
  readonly title: string | undefined;
};

/** `ambiguous`: the file's connection must be named. `unknown`: there is none of that name. */
export type ConnectionRefusal = {
  readonly reason: "ambiguous" | "unknown";
  readonly choices: readonly SettledConnection[];
};

export type SettledConnections = {
  readonly connections: {
    /** Lists the owner's connections by creation, retired ones included. */
    list(
      owner: SettlementOwner,
    ): Promise<readonly { readonly connectionId: ConnectionId; readonly title: string }[]>;
  };
};

/**
 * Lists the connections of which the owner may have a settlement file: retired ones, too, because
 * banks pay out later than they take payments.
 */
export async function settledConnections(
  { connections }: SettledConnections,
  owner: SettlementOwner,
): Promise<readonly SettledConnection[]> {
  const own = (await connections.list(owner)).map(({ connectionId, title }) => ({
    acquirer: connectionId,
    title,
  }));
  return owner.mode === "test" ? [...own, { acquirer: SIMULATED_BANK, title: undefined }] : own;
}

/**
 * Chooses the connection that a file is about. It must be named where the owner has several;
 * otherwise it is the only connection, or the test bank where there is none.
 */
export function chooseConnection(
  choices: readonly SettledConnection[],
  named: string | undefined,
): Result<string, ConnectionRefusal> {
  if (named !== undefined) {
    return choices.some(({ acquirer }) => acquirer === named)
      ? ok(named)
      : refused({ reason: "unknown", choices });
  }
  const own = choices.filter(({ acquirer }) => acquirer !== SIMULATED_BANK);
  const [only] = own.length === 0 ? choices : own;
  return own.length > 1 || only === undefined
    ? refused({ reason: "ambiguous", choices })
    : ok(only.acquirer);
}

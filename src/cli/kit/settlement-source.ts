import {
  chooseConnection,
  settledConnections,
  type ConnectionRefusal,
} from "../../domain/settlement/settled-connection.ts";
import type { SettlementSource } from "../../domain/settlement/ports.ts";
import type { Installation } from "../../service/installation/installation.ts";
import { CommandError } from "./output.ts";
import { ownerOf } from "./terms-owner.ts";

export const acquirerArgument = {
  type: "string",
  description: "Connection of the file: acq_…, or sandbox for the test bank in test mode",
} as const;

type SourceArguments = {
  readonly merchant: string;
  readonly mode: "test" | "live";
  readonly acquirer?: string | undefined;
};

/**
 * The connection that the arguments name, or the only one.
 * @throws CommandError that lists the connections
 */
export async function sourceOf(
  deps: Pick<Installation, "merchants" | "connections">,
  args: SourceArguments,
): Promise<SettlementSource> {
  const owner = await ownerOf(deps.merchants, args);
  const choices = await settledConnections(deps, owner);
  const chosen = chooseConnection(choices, args.acquirer);
  if (!chosen.ok) throw new CommandError(refusalText(chosen.refusal));
  return { ...owner, acquirer: chosen.value };
}

function refusalText({ reason, choices }: ConnectionRefusal): string {
  const names = choices.map(({ acquirer, title }) =>
    title === undefined ? acquirer : `${acquirer} (${title})`,
  );
  if (names.length === 0) return "the merchant has no connection to a bank in this mode";
  const list = names.join(", ");
  return reason === "unknown"
    ? `--acquirer must be one of ${list}`
    : `the merchant has several connections; name the file's with --acquirer: ${list}`;
}

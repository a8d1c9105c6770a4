import type { AcquirerConnection, CheckNote } from "../../../connection/connection.ts";
import type { ConnectionStore } from "../../../connection/ports.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { OpenAcquirers } from "./open-acquirers.ts";

export type AskBankDeps = {
  readonly opened: Pick<OpenAcquirers, "of">;
  readonly connections: Pick<ConnectionStore, "noteCheck">;
  readonly clock: Clock;
};

/** Asks the bank of a connection whether it accepts the credentials, and notes its answer. */
export async function askBank(
  { opened, connections, clock }: AskBankDeps,
  connection: AcquirerConnection,
): Promise<CheckNote> {
  // The time of the question: what is changed while the bank answers has not been checked.
  const at = clock.now();
  const acquirer = await opened.of(connection);
  const answer =
    acquirer === undefined
      ? { cause: "its credentials can't be decrypted, or its bank is not in this release" }
      : ((await acquirer.check?.()) ?? { cause: "this protocol has no harmless question" });
  const note: CheckNote = { ...noteOf(answer), at };
  await connections.noteCheck(connection.connectionId, note);
  return note;
}

type BankAnswer =
  | { readonly kind: "ready" }
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  | { readonly cause: string };

function noteOf(answer: BankAnswer): Omit<CheckNote, "at"> {
  if ("cause" in answer) return { kind: "unknown", code: undefined, message: answer.cause };
  if (answer.kind === "ready") return { kind: "ready", code: undefined, message: undefined };
  const { kind, code, message } = answer;
  return { kind, code, message };
}

import type { AcquirerConnection, CheckNote } from "../../domain/connection/connection.ts";
import type { ConnectionStore, Credentials } from "../../domain/connection/ports.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { OpenAcquirers } from "./open-acquirers.ts";

export type QuestionDeps = {
  readonly opened: Pick<OpenAcquirers, "of" | "openWith">;
  readonly clock: Clock;
};

/** Asks the bank whether it accepts the credentials, by default those of the connection. */
export async function questionBank(
  { opened, clock }: QuestionDeps,
  connection: AcquirerConnection,
  credentials?: Credentials,
): Promise<CheckNote> {
  // The time of the question: what is changed while the bank answers has not been checked.
  const at = clock.now();
  const acquirer =
    credentials === undefined
      ? await opened.of(connection)
      : opened.openWith(connection, credentials);
  const answer =
    acquirer === undefined
      ? {
          cause:
            "a credential is missing or can't be decrypted, or its bank is not in this release",
        }
      : ((await acquirer.check?.()) ?? { cause: "this protocol has no harmless question" });
  return { ...noteOf(answer), at };
}

export type AskBankDeps = QuestionDeps & {
  readonly connections: Pick<ConnectionStore, "noteCheck">;
};

/** Asks the bank of a connection, and notes its answer; silence leaves an earlier answer there. */
export async function askBank(
  deps: AskBankDeps,
  connection: AcquirerConnection,
): Promise<CheckNote> {
  const note = await questionBank(deps, connection);
  const { connectionId, lastCheck } = connection;
  const isSilence = note.kind === "unknown" && (lastCheck ?? note).kind !== "unknown";
  if (!isSilence) await deps.connections.noteCheck(connectionId, note);
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

import { ANSWER_CODES, type AnswerCode } from "./answer-codes.ts";
import type { Entry } from "./entry.ts";

/** The bank's answer to one message, with the field names of the wire. */
export type BankAnswer = {
  readonly state:
    | "approved"
    | "declined"
    | "pending"
    | "reversed"
    | "challenge"
    | "challenge_open"
    | "not_found"
    | "movements";
  readonly code: string;
  readonly message: string;
  readonly reference?: string;
  readonly auth_code?: string;
  readonly acs_url?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly movements?: readonly ListedMovement[];
};

/** A booking in a list as it is on the wire; `booked_at` in epoch milliseconds. */
export type ListedMovement = {
  readonly request_id: string;
  /** The authorization that a capture, void or refund follows. */
  readonly original_request_id: string | undefined;
  readonly type: string;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  readonly booked_at: number;
};

/** An answer and its delivery: a card's behaviour may delay the answer or lose it. */
export type Reply = {
  readonly answer: BankAnswer;
  /** True if the connection is cut instead of answered. */
  readonly isLost?: boolean;
  readonly delayMs?: number;
  /** True if the request id belongs to another request, about which the answer says nothing. */
  readonly isConflict?: boolean;
};

export function stateAnswer(state: BankAnswer["state"], code: AnswerCode): BankAnswer {
  return { state, code, message: ANSWER_CODES[code] };
}

export function declined(code: AnswerCode): Reply {
  return { answer: stateAnswer("declined", code) };
}

export function conflict(): Reply {
  return { answer: stateAnswer("declined", "94"), isConflict: true };
}

export function entryAnswer(entry: Entry): BankAnswer {
  return {
    state: entry.state,
    code: entry.code,
    message: ANSWER_CODES[entry.code],
    reference: entry.reference,
    auth_code: entry.authCode,
  };
}

/** The answer to a booked request, the same at every repetition. */
export function bookedAnswer(entry: Entry): Reply {
  // A request that was reversed, or blocked by a tombstone, is declined at every repetition.
  if (entry.state === "reversed") return declined("12");
  return { answer: entryAnswer(entry) };
}

import { Type } from "typebox";
import { Compile } from "typebox/compile";

import { CURRENCY_CODES } from "../../kernel/currency.ts";
import type {
  Approved,
  Challenge,
  Declined,
  FinalOutcome,
  InquiryOutcome,
  UndoOutcome,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { MOVEMENT_KINDS } from "../../domain/payment/acquirer-outcomes.ts";
import { declineReasonOf, HOLD_OVER } from "./codes.ts";

const Code = Type.String({ minLength: 1, maxLength: 8 });

/** A booking of the terminal; `amount` in minor units, `booked_at` in epoch milliseconds. */
const ListedMovement = Type.Object({
  request_id: Type.String({ minLength: 1, maxLength: 64 }),
  original_request_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  type: Type.Enum([...MOVEMENT_KINDS]),
  amount: Type.Integer({ minimum: 1 }),
  currency: Type.Enum([...CURRENCY_CODES]),
  reference: Type.String({ minLength: 1, maxLength: 64 }),
  booked_at: Type.Integer({ minimum: 0 }),
});

/**
 * The schema of the bank's answers; a message that fails it is no answer. Other fields are ignored.
 */
const Answer = Type.Object({
  operation: Type.String(),
  request_id: Type.String(),
  state: Type.Enum([
    "approved",
    "declined",
    "pending",
    "reversed",
    "challenge",
    "challenge_open",
    "not_found",
    "movements",
  ]),
  code: Code,
  message: Type.String({ maxLength: 255 }),
  reference: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  auth_code: Type.Optional(Type.String({ maxLength: 16 })),
  acs_url: Type.Optional(Type.String({ pattern: "^https?://", maxLength: 2_048 })),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  movements: Type.Optional(Type.Array(ListedMovement, { maxItems: 1_000 })),
});

export type SandboxAnswer = Type.Static<typeof Answer>;

const validator = Compile(Answer);

export function parseAnswer(body: string): SandboxAnswer | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return validator.Check(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the outcome of a charge, preauthorisation, capture, void or refund. */
export function readMove(answer: SandboxAnswer): FinalOutcome {
  switch (answer.state) {
    case "approved":
      return readApproval(answer);
    case "declined":
      return readDecline(answer);
    default:
      return unexpected(answer);
  }
}

export function readChallenge(answer: SandboxAnswer): Challenge | Declined | Unknown {
  switch (answer.state) {
    case "challenge":
      return answer.acs_url === undefined || !URL.canParse(answer.acs_url)
        ? unknown("challenge_without_address")
        : {
            kind: "challenge",
            show: { kind: "form", action: answer.acs_url, fields: answer.fields ?? {} },
          };
    case "declined":
      return readDecline(answer);
    default:
      return unexpected(answer);
  }
}

export function readInquiry(answer: SandboxAnswer): InquiryOutcome {
  switch (answer.state) {
    case "approved":
      return readApproval(answer);
    case "declined":
      return readDecline(answer);
    case "reversed":
      return { kind: "undone" };
    case "challenge_open":
    case "not_found":
      return { kind: answer.state };
    default:
      return unexpected(answer);
  }
}

export function readUndo(answer: SandboxAnswer): UndoOutcome {
  return answer.state === "reversed" ? { kind: "undone" } : unexpected(answer);
}

export function unknown(cause: string): Unknown {
  return { kind: "unknown", cause };
}

function readApproval(answer: SandboxAnswer): Approved | Unknown {
  const { code, reference, auth_code: authCode } = answer;
  if (code !== "00" || reference === undefined || authCode === undefined) {
    return unknown("incomplete_approval");
  }
  return { kind: "approved", bankReference: reference, authCode, bankCode: code };
}

function readDecline(answer: SandboxAnswer): Declined | Unknown {
  const reason = declineReasonOf(answer.code);
  if (reason === undefined) return unknown(`unlisted_code_${answer.code}`);
  const declined = { kind: "declined", reason, bankCode: answer.code } as const;
  const told = { ...declined, bankMessage: answer.message };
  return answer.code === HOLD_OVER ? { ...told, isHoldOver: true } : told;
}

function unexpected(answer: SandboxAnswer): Unknown {
  return unknown(`unexpected_state_${answer.state}_${answer.code}`);
}

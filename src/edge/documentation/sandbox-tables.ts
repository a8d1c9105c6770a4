import { PUBLIC_DECLINE_CODES, type DeclineReason } from "../../payment/decline.ts";
import { DECLINE_RESULT_CODES, RESULT_CODE } from "../http/schema/result-codes.ts";
import { DECLINE_TEXTS } from "../http/result-texts.ts";
import type { CardBehaviour } from "../../kernel/card-behaviour.ts";
import type { SandboxCard } from "../page/sandbox-card.ts";
import { cell, code, table } from "./markdown.ts";

type CardText = {
  readonly text: string;
  /** `code` in the `flags` style of a payment that ends without money. */
  readonly decline?: DeclineReason;
};

/** The behaviour and the answer of each kind of test card. */
const CARD_TEXTS: Readonly<Record<CardBehaviour, CardText>> = {
  approved: { text: "Approved" },
  insufficient_balance: { text: "Insufficient balance", decline: "insufficient_balance" },
  do_not_honour: { text: "Do not honour", decline: "do_not_honour" },
  lost_card: { text: "Lost card", decline: "card_blocked" },
  stolen_card: { text: "Stolen card", decline: "card_blocked" },
  pick_up_card: { text: "Pick up card", decline: "card_blocked" },
  expired_card: { text: "Declined by the bank as expired", decline: "expired_card" },
  wrong_cvc: { text: "Declined by the bank for a wrong CVC", decline: "invalid_cvc" },
  fraud_suspect: {
    text: "Suspected fraud, answered as an ordinary decline",
    decline: "do_not_honour",
  },
  general_error: { text: "The bank can't process it", decline: "general_error" },
  authentication_fails: {
    text: "3-D Secure fails (mdStatus 0); approved without 3-D Secure",
    decline: "three_d_secure_failed",
  },
  authentication_attempted: {
    text: "3-D Secure only attempted (mdStatus 4), which is not enough; approved without 3-D Secure",
    decline: "three_d_secure_failed",
  },
  enrolment_fails: {
    text: "3-D Secure can't start; approved without 3-D Secure",
    decline: "three_d_secure_unavailable",
  },
  refund_and_void_fail: { text: "Approved; refund and void fail at the bank" },
  answer_lost: {
    text: "Approved, but the answer is lost: `processing` until the recovery inquiry",
  },
  slow: { text: "Approved after 5 seconds" },
};

/** Groups the digits of a number as on the card. */
function spaced({ number, brand }: SandboxCard): string {
  const groups = brand === "amex" ? /^(\d{4})(\d{6})(\d{5})$/ : /(\d{4})(?=\d)/g;
  return brand === "amex" ? number.replace(groups, "$1 $2 $3") : number.replace(groups, "$1 ");
}

export function cardTable(cards: readonly SandboxCard[]): string {
  const rows = cards.map((card) => {
    const { text, decline } = CARD_TEXTS[card.behaviour];
    const lost = card.behaviour === "answer_lost" ? RESULT_CODE.redirect : RESULT_CODE.success;
    return [
      code(spaced(card)),
      [card.bank, card.brand, card.type, card.program].filter(Boolean).join(", "),
      text,
      decline === undefined ? "" : `[${code(decline)}](#${decline})`,
      code(String(decline === undefined ? lost : DECLINE_RESULT_CODES[decline])),
    ];
  });
  return table(["Number", "Card", "What happens", "`code`", "Number in `codes`"], rows);
}

export function declineTable(): string {
  const rows = PUBLIC_DECLINE_CODES.map((reason) => [
    code(reason),
    code(String(DECLINE_RESULT_CODES[reason])),
    cell(DECLINE_TEXTS[reason].en),
    cell(DECLINE_TEXTS[reason].tr),
  ]);
  return table(["Code", "In `codes`", "Message, English", "Message, Turkish"], rows);
}

const RESULT_TEXTS: Readonly<Record<keyof typeof RESULT_CODE, string>> = {
  success: "Success: paid, preauthorised, or waiting for a bank transfer",
  redirect: "The customer must be redirected: `redirect_url` and `html_content`",
  general: "General error: every refusal without a number of its own",
  insufficient_balance: "Insufficient balance",
  card_blocked: "Card blocked",
  session_expired: "Session expired",
  invalid_card_number: "Invalid card number",
};

export function resultTable(): string {
  const rows = Object.entries(RESULT_TEXTS).map(([name, text]) => [
    code(String(Object.entries(RESULT_CODE).find(([key]) => key === name)?.[1])),
    text,
  ]);
  return table(["Number", "Meaning"], rows);
}

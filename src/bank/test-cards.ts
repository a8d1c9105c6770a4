import { BANK_NAMES, type BankCode } from "../kernel/bank-names.ts";
import type { CardBehaviour } from "../kernel/card-behaviour.ts";
import type { AnswerCode } from "./answer-codes.ts";

export type BehaviourRow = {
  /** The answer code of an authorization. */
  readonly code: AnswerCode;
  /** The mdStatus after the right one-time code; 1 is full authentication. */
  readonly mdStatus: "0" | "1" | "4";
  readonly enrols: boolean;
  readonly refusesRefundAndVoid: boolean;
  /** True if an authorization is booked and then the connection is cut instead of answered. */
  readonly losesAnswer: boolean;
  readonly answerDelayMs: number;
};

const ORDINARY: BehaviourRow = {
  code: "00",
  mdStatus: "1",
  enrols: true,
  refusesRefundAndVoid: false,
  losesAnswer: false,
  answerDelayMs: 0,
};

export const BEHAVIOURS = {
  approved: ORDINARY,
  insufficient_balance: { ...ORDINARY, code: "51" },
  do_not_honour: { ...ORDINARY, code: "05" },
  lost_card: { ...ORDINARY, code: "41" },
  stolen_card: { ...ORDINARY, code: "43" },
  pick_up_card: { ...ORDINARY, code: "04" },
  expired_card: { ...ORDINARY, code: "54" },
  wrong_cvc: { ...ORDINARY, code: "82" },
  fraud_suspect: { ...ORDINARY, code: "34" },
  general_error: { ...ORDINARY, code: "96" },
  authentication_fails: { ...ORDINARY, mdStatus: "0" },
  authentication_attempted: { ...ORDINARY, mdStatus: "4" },
  enrolment_fails: { ...ORDINARY, enrols: false },
  refund_and_void_fail: { ...ORDINARY, refusesRefundAndVoid: true },
  answer_lost: { ...ORDINARY, losesAnswer: true },
  slow: { ...ORDINARY, answerDelayMs: 5_000 },
} as const satisfies Record<CardBehaviour, BehaviourRow>;

export type TestCard = {
  readonly number: string;
  readonly brand: "visa" | "mastercard" | "troy" | "amex";
  readonly type: "credit" | "debit";
  /** The issuer. The test bank's own cards have no EFT code. */
  readonly bank: string;
  readonly bankCode: string | undefined;
  readonly program: string | undefined;
  readonly behaviour: CardBehaviour;
};

/** Every card of contract C7; the simulator, the documentation and the tests read this table. */
export const TEST_CARDS: readonly TestCard[] = [
  issued("5528790000000008", "mastercard", ["0012", "Paraf"]),
  issued("4543590000000006", "visa", ["0064", "Maximum"]),
  issued("5400360000000003", "mastercard", ["0062", "Bonus"]),
  issued("5451030000000000", "mastercard", ["0067", "World"]),
  issued("5526080000000006", "mastercard", ["0046", "Axess"]),
  issued("9792030000000000", "troy", ["0111", "CardFinans"]),
  issued("374427000000003", "amex", ["0062", "Bonus"]),
  { ...issued("5890040000000016", "mastercard", ["0046", undefined]), type: "debit" },
  { ...issued("4766620000000001", "visa", ["0134", undefined]), type: "debit" },
  scripted("4111111111111129", "visa", "insufficient_balance"),
  scripted("4129111111111111", "visa", "do_not_honour"),
  scripted("4127111111111113", "visa", "lost_card"),
  scripted("4126111111111114", "visa", "stolen_card"),
  scripted("4120111111111110", "visa", "pick_up_card"),
  scripted("4125111111111115", "visa", "expired_card"),
  scripted("4124111111111116", "visa", "wrong_cvc"),
  scripted("4121111111111119", "visa", "fraud_suspect"),
  scripted("4130111111111118", "visa", "general_error"),
  scripted("4131111111111117", "visa", "authentication_fails"),
  scripted("4141111111111115", "visa", "authentication_attempted"),
  scripted("4151111111111112", "visa", "enrolment_fails"),
  scripted("5406670000000009", "mastercard", "refund_and_void_fail"),
  scripted("5504720000000003", "mastercard", "answer_lost"),
  scripted("4157920000000002", "visa", "slow"),
];

const BEHAVIOUR_OF = new Map(TEST_CARDS.map((card) => [card.number, card.behaviour]));

const DEBIT_BINS = new Set(
  TEST_CARDS.filter(({ type }) => type === "debit").map(({ number }) => number.slice(0, 6)),
);

/** The issuer's answer to a charge; a debit card takes no installments, whatever a table says. */
export function issuerCode(
  { bin, behaviour }: { readonly bin: string; readonly behaviour: CardBehaviour },
  installments: number,
): AnswerCode {
  return installments > 1 && DEBIT_BINS.has(bin) ? "57" : BEHAVIOURS[behaviour].code;
}

/** Returns the behaviour of a card number; a number that is not in the table is approved. */
export function behaviourOf(number: string): CardBehaviour {
  return BEHAVIOUR_OF.get(number) ?? "approved";
}

export function isCardBehaviour(text: string): text is CardBehaviour {
  return Object.hasOwn(BEHAVIOURS, text);
}

type Issuer = readonly [bankCode: BankCode, program: string | undefined];

function issued(number: string, brand: TestCard["brand"], issuer: Issuer): TestCard {
  const [bankCode, program] = issuer;
  const bank = BANK_NAMES[bankCode];
  return { number, brand, type: "credit", bank, bankCode, program, behaviour: "approved" };
}

function scripted(number: string, brand: TestCard["brand"], behaviour: CardBehaviour): TestCard {
  return {
    number,
    brand,
    type: "credit",
    bank: "Test Bankası",
    bankCode: undefined,
    program: undefined,
    behaviour,
  };
}

import type { Language } from "../../kernel/language.ts";
import { toIso } from "../../kernel/clock.ts";
import type { ResponseStyle } from "../../domain/merchant/merchant.ts";
import { publicDeclineCode } from "../../domain/payment/decline.ts";
import { DECLINE_RESULT_CODES, RESULT_CODE } from "../schema/result-codes.ts";
import type { ChallengeDisplay } from "../../domain/payment/acquirer.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { financingOf, usableCardToken } from "../../domain/payment/record.ts";
import { PUBLIC_STATUS, STATUS_RESULT, type PaymentStatus } from "../../domain/payment/states.ts";
import type { TransferOffer } from "../../domain/payment/transfer-offer.ts";
import type { Addresses } from "../../page/addresses.ts";
import { bankFormDocument, challengeDocument } from "../../page/bank-form.ts";
import { DECLINE_TEXTS, REDIRECT_TEXT, STATUS_TEXTS } from "./result-texts.ts";

/** The facts of which both styles of the pay answer are made. */
export type PayAnswerFacts = {
  readonly payment: Payment;
  /** Present if the customer must be sent to the bank. */
  readonly show: ChallengeDisplay | undefined;
  /** Present if the customer must send a bank transfer. */
  readonly transfer?: TransferOffer | undefined;
  readonly language: Language;
};

type Body = Record<string, unknown>;

/** The 200 body of `pay` (spec 4.3, contract C4) in the merchant's style. */
export function payAnswer(style: ResponseStyle, addresses: Addresses, facts: PayAnswerFacts): Body {
  const redirect = redirectOf(addresses, facts);
  return style === "codes" ? codesAnswer(addresses, facts, redirect) : flagsAnswer(facts, redirect);
}

function flagsAnswer(facts: PayAnswerFacts, redirect: Body): Body {
  const { payment } = facts;
  const status = PUBLIC_STATUS[payment.state];
  return {
    success: ["open", "successful"].includes(STATUS_RESULT[status]),
    order_id: payment.orderId,
    status,
    ...codeOf(payment),
    message: messageOf(facts),
    amount: Number(payment.amount.minor),
    currency: payment.amount.currency,
    payment_type: payment.paymentType,
    ...installmentsOf(payment),
    ...holdOf(payment),
    ...cardOf(payment),
    ...redirect,
    ...transferOf(facts),
  };
}

function codesAnswer(addresses: Addresses, facts: PayAnswerFacts, redirect: Body): Body {
  const { payment } = facts;
  return {
    status: numericCode(payment),
    message: messageOf(facts),
    order_id: payment.orderId,
    amount: Number(payment.amount.minor),
    ...installmentsOf(payment),
    // The style `codes` has the field for every card, saved or not (spec 4.3).
    ...(payment.card === undefined ? {} : { card_token: null }),
    ...cardOf(payment),
    ...holdOf(payment),
    ...transferOf(facts),
    ...(numericCode(payment) === RESULT_CODE.redirect
      ? { ...waitingPage(addresses, payment), ...redirect }
      : {}),
  };
}

/**
 * The address at which a customer waits for a bank that has not answered. Code 1 promises an
 * address; this page sends the customer on once the outcome is known.
 */
function waitingPage(addresses: Addresses, payment: Payment): Body {
  const page = addresses.checkout(payment.sessionId);
  const form = { action: page, fields: { session: payment.sessionId } };
  return { redirect_url: page, html_content: bankFormDocument(form, "get") };
}

function numericCode(payment: Payment): number {
  if (payment.declineReason !== undefined) return DECLINE_RESULT_CODES[payment.declineReason];
  return STATUS_RESULT_CODE[PUBLIC_STATUS[payment.state]];
}

/** The result code of a payment without a decline reason, such as one that the merchant voided. */
const STATUS_RESULT_CODE = {
  pending: RESULT_CODE.success,
  processing: RESULT_CODE.redirect,
  authorized: RESULT_CODE.success,
  completed: RESULT_CODE.success,
  failed: RESULT_CODE.success,
  cancelled: RESULT_CODE.success,
  refunded: RESULT_CODE.success,
} as const satisfies Record<PaymentStatus, number>;

/** The `code` of a payment that ended without money (contract C4). */
export function codeOf(payment: Payment): Body {
  return payment.declineReason === undefined
    ? {}
    : { code: publicDeclineCode(payment.declineReason) };
}

/** The card of a payment, with its token if the card is stored. */
export function cardOf(payment: Payment): Body {
  if (payment.card === undefined) return {};
  const cardToken = usableCardToken(payment);
  return {
    card_last_four: payment.card.lastFour,
    ...(cardToken === undefined ? {} : { card_token: cardToken }),
  };
}

/** The charged amount of installments, and the part of it above `amount` (contract C4.1). */
function installmentsOf(payment: Payment): Body {
  const { installmentCount, amount, chargedAmount } = payment;
  if (installmentCount === 1 && chargedAmount.minor === amount.minor) return {};
  return {
    installment_count: installmentCount,
    charged_amount: Number(chargedAmount.minor),
    financing_amount: Number(financingOf(payment).minor),
  };
}

/** The end of a hold that waits for its capture or void (contract C4). */
export function holdOf({ state, captureBefore }: Payment): Body {
  if (captureBefore === undefined || PUBLIC_STATUS[state] !== "authorized") return {};
  return { capture_before: toIso(captureBefore) };
}

/** The `message` of an answer about a payment, in the session's language. */
export function messageOf(facts: PayAnswerFacts): string {
  const { payment, show, language } = facts;
  if (payment.declineReason !== undefined) return DECLINE_TEXTS[payment.declineReason][language];
  if (show !== undefined) return REDIRECT_TEXT[language];
  return STATUS_TEXTS[PUBLIC_STATUS[payment.state]][language];
}

function redirectOf(addresses: Addresses, facts: PayAnswerFacts): Body {
  const { payment, show } = facts;
  if (show === undefined) return {};
  return {
    redirect_url: addresses.bankForm(payment.sessionId, payment.orderId),
    html_content: challengeDocument(show),
  };
}

function transferOf({ transfer }: PayAnswerFacts): Body {
  if (transfer === undefined) return {};
  return {
    bank_account: {
      bank_code: transfer.bankCode,
      bank_name: transfer.bankName,
      iban: transfer.iban,
      account_holder: transfer.accountHolder,
      amount: Number(transfer.amount.minor),
      currency: transfer.amount.currency,
      reference_code: transfer.referenceCode,
      expires_at: toIso(transfer.expiresAt),
    },
  };
}

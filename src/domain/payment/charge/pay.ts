import { hasExpired, summarizeCard, type CardDetails } from "../../card/card-details.ts";
import { cvcLength, isCardNumber } from "../../card/card-number.ts";
import { isPublishedTestCard } from "../../card/published-test-card.ts";
import type { CardVault } from "../../card/ports.ts";
import { fullName, type Session } from "../../session/session.ts";
import { assert } from "../../../kernel/assert.ts";
import type { Instant } from "../../../kernel/clock.ts";
import type { AttemptId } from "../../../kernel/ids.ts";
import { money } from "../../../kernel/money.ts";
import { refused, type Result } from "../../../kernel/result.ts";
import { forcesThreeDSecure } from "../../merchant/three-d-secure.ts";
import type { Acquirer, AuthorizeOutcome, Payer } from "../acquirer.ts";
import { earlierRefusals, type AcquirerDirectory } from "../acquirer-directory.ts";
import type { CardGuard } from "../card-guard.ts";
import { chargeFor, type CardCharge, type CardOfferDeps } from "./card-offer.ts";
import {
  makePayment,
  refuseSession,
  type MakePaymentDeps,
  type PayCall,
  type SessionRefusal,
} from "./make-payment.ts";
import type { PaymentMethod, PaymentTerms } from "./payment-method.ts";
import type { WatchDeps } from "../outcome/attempt-watch.ts";
import { referenceOf } from "../outcome/inquiry.ts";
import type { PayResult } from "../pay-result.ts";
import {
  payingCard,
  savingCard,
  type PayingCard,
  type StoredCardChoice,
  type StoredCardRefusal,
} from "./paying-card.ts";
import type { Payment } from "../payment.ts";
import type { Intent } from "../ports.ts";
import { challengeDeadline } from "../outcome/redirect-deadline.ts";
import { sendingWindow } from "../outcome/sending-window.ts";

export type PayDeps = MakePaymentDeps &
  WatchDeps &
  CardOfferDeps & {
    readonly acquirers: AcquirerDirectory;
    readonly cardVault: CardVault;
    readonly cardGuard: CardGuard;
    /** Counts a card that pays, for the share of cards that the BIN table knows. */
    readonly countCard: (mode: PayCall["session"]["mode"], isKnown: boolean) => void;
    /** Returns the address to which the bank sends the customer's browser back. */
    readonly returnUrl: (attemptId: AttemptId) => string;
  };

export type PayByCard = PayCall & {
  readonly card: CardDetails | StoredCardChoice;
  /** True if the customer wants a typed card to be stored once the payment is approved. */
  readonly saveCard?: boolean;
  /**
   * True if the client asks for 3-D Secure; if false, the merchant's policy or the payment page can
   * still require it.
   */
  readonly threeDSecure: boolean;
  readonly installmentCount: number;
};

export type PayRefusal =
  | SessionRefusal
  | { readonly code: "invalid_card_number"; readonly isTestCard?: boolean }
  | { readonly code: "card_expired"; readonly isStored: boolean }
  | StoredCardRefusal
  | { readonly code: "invalid_cvc"; readonly digits: number }
  | { readonly code: "installment_not_available" }
  | { readonly code: "acquirer_not_configured" }
  /** Too many cards have failed; the next one is allowed after `waitS` seconds. */
  | { readonly code: "too_many_attempts"; readonly waitS: number };

/** Pays a session by card, at once or with the customer's 3-D Secure in between (spec 4.3). */
export async function payByCard(
  deps: PayDeps,
  command: PayByCard,
): Promise<Result<PayResult, PayRefusal>> {
  const now = deps.clocks.now(command.session);
  const maySend = sendingWindow(deps, command.session);
  const closed = refuseSession(command, now);
  if (closed !== undefined) return refused(closed);
  const found = await payingCard(deps.cardVault, command.session, command.card);
  if (!found.ok) return found;
  const card = found.value;
  const refusal = refuseEarly(card, now);
  if (refusal !== undefined) return refused(refusal);
  const { session } = command;
  const charge = await chargeFor(deps, session, {
    number: card.number.reveal(),
    installmentCount: command.installmentCount,
    now,
  });
  if (charge === undefined) return refused({ code: "installment_not_available" });
  const acquirers = await chooseAcquirers(deps, command, { charge, card });
  if (acquirers.length === 0) return refused({ code: "acquirer_not_configured" });
  if (acquirers.some(isLive) && isPublishedTestCard(card.number.reveal())) {
    return refused({ code: "invalid_card_number", isTestCard: true });
  }
  deps.countCard(session.mode, charge.bankName !== undefined);
  const waitS = deps.cardGuard.waitBefore(command);
  if (waitS !== undefined) return refused({ code: "too_many_attempts", waitS });
  const method: PaymentMethod = {
    terms: termsOf(deps, command, { acquirers, charge, card }),
    acquirers,
    preparation: isToBeSaved(command) ? savingCard(deps.cardVault, session, card) : undefined,
    ask: (intent, acquirer) => askBank(deps, command, { acquirer, intent, card }),
  };
  const { merchant, origin, idempotency, clientNetwork, isMerchant } = command;
  const call = { session, merchant, origin, idempotency, clientNetwork, isMerchant, now, maySend };
  return deps.cardGuard.during(command, () => makePayment(deps, call, method));
}

/** True if the payment shall store its card; a card that pays by its token is stored already. */
function isToBeSaved({ card, saveCard }: PayByCard): boolean {
  return saveCard === true && !("token" in card);
}

function refuseEarly(card: PayingCard, now: Instant): PayRefusal | undefined {
  if (!isCardNumber(card.number.reveal())) return { code: "invalid_card_number" };
  if (hasExpired(card.expiry, now)) {
    return { code: "card_expired", isStored: card.token !== undefined };
  }
  const digits = cvcLength(summarizeCard(card.number).brand);
  if (card.cvc !== undefined && card.cvc.reveal().length !== digits) {
    return { code: "invalid_cvc", digits };
  }
  return undefined;
}

function isLive({ isLiveTerminal }: Acquirer): boolean {
  return isLiveTerminal === true;
}

function needsThreeDSecure({ cardGuard }: PayDeps, command: PayByCard): boolean {
  const { origin, merchant, session, threeDSecure, isMerchant = false } = command;
  if (threeDSecure || origin !== "api") return true;
  if (forcesThreeDSecure(merchant.settings, { mode: session.mode, isMerchant })) return true;
  return cardGuard.mustAuthenticate(session);
}

type CardAndCharge = { readonly charge: CardCharge; readonly card: PayingCard };

/** Returns the acquirers whose capabilities suit the payment, the best one first. */
async function chooseAcquirers(
  deps: PayDeps,
  command: PayByCard,
  { charge, card }: CardAndCharge,
): Promise<readonly Acquirer[]> {
  const { merchant, session, installmentCount } = command;
  const { chargedAmount, bankName, program } = charge;
  const { bin } = summarizeCard(card.number);
  const chosen = await deps.acquirers.choose({
    merchant,
    session,
    card: { bin, issuer: bankName, program },
    installmentCount,
    amount: chargedAmount,
    purpose: "charge",
    refusedBefore: async () =>
      earlierRefusals(await deps.payments.listBySession(session.sessionId)),
  });
  const wantsChallenge = needsThreeDSecure(deps, command);
  return chosen.filter(({ capabilities }) => {
    const mayCharge = !wantsChallenge && capabilities.withoutChallenge;
    return (
      (mayCharge || capabilities.challenge !== "none") &&
      (session.captureMethod === "automatic" || capabilities.preauth) &&
      capabilities.currencies.includes(chargedAmount.currency) &&
      capabilities.installmentCounts.includes(installmentCount)
    );
  });
}

function termsOf(
  deps: PayDeps,
  command: PayByCard,
  { acquirers, charge, card }: CardAndCharge & { readonly acquirers: readonly Acquirer[] },
): PaymentTerms {
  const { session } = command;
  const { paymentType, chargedAmount, brand, bankName, program } = charge;
  const { bin, lastFour } = summarizeCard(card.number);
  const mustChallenge = !acquirers.every(({ capabilities }) => capabilities.withoutChallenge);
  return {
    paymentType,
    chargedAmount,
    installmentCount: command.installmentCount,
    captureMethod: session.captureMethod,
    card: { bin, lastFour, brand, bankName, program },
    cardToken: card.token,
    threeDSecure: mustChallenge || needsThreeDSecure(deps, command),
    acquirer: acquirers[0]?.name ?? "",
    ...(card.cvc === undefined ? { lacksCvc: true } : {}),
  };
}

type BankCall = {
  readonly acquirer: Acquirer | undefined;
  readonly intent: Intent;
  readonly card: PayingCard;
};

function askBank(
  deps: PayDeps,
  command: PayByCard,
  { acquirer, intent, card }: BankCall,
): Promise<AuthorizeOutcome> {
  assert(acquirer !== undefined, "a card payment has an acquirer");
  const { payment, attempt } = intent;
  const { session, merchant } = command;
  const challenge = {
    returnUrl: deps.returnUrl(attempt.attemptId),
    merchantName: merchant.name,
    language: session.language,
    expiresAt: challengeDeadline(payment, session),
  };
  return acquirer.authorize({
    orderId: payment.orderId,
    kind: authorizationKind(payment),
    amount: money(payment.chargedAmount.minor, payment.chargedAmount.currency),
    goods: money(payment.amount.minor, payment.amount.currency),
    installmentCount: payment.installmentCount,
    orderReference: payment.reference,
    card,
    payer: payerOf(session, payment),
    challenge: payment.threeDSecure ? challenge : undefined,
    ...referenceOf(attempt),
  });
}

function payerOf({ customer }: Session, { clientNetwork }: Payment): Payer {
  const name = fullName(customer);
  return {
    name: name === "" ? undefined : name,
    email: customer.email,
    phone: customer.phone,
    network: clientNetwork,
  };
}

/**
 * Returns `preauth` for a manual capture, because the bank is then asked only to reserve the amount
 * (extension of contract C3).
 */
export function authorizationKind(payment: Payment): "sale" | "preauth" {
  return payment.captureMethod === "manual" ? "preauth" : "sale";
}

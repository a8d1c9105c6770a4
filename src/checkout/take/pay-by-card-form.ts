import type { FastifyReply } from "fastify";
import { CARD_FIELDS, checkCardField } from "../../domain/card/typed-card.ts";
import { customerIdOf } from "../../domain/session/customer-key.ts";
import { payByCard, type PayRefusal } from "../../domain/payment/charge/pay.ts";
import { textField } from "../../page/fields.ts";
import { MESSAGES } from "../../page/messages/messages.ts";
import { claimOfForm, showFormAgain, redirectToCheckout } from "../form/answer-form.ts";
import type { TypedFacts } from "../form/card-choices.ts";
import type { CardFieldErrors } from "../form/card-panel.tsx";
import {
  cardSubmission,
  payingCardOf,
  quotedBin,
  withoutSecrets,
  type CardSubmission,
  type SubmittedForm,
} from "../form/card-submission.ts";
import { keptDraft } from "./kept-draft.ts";
import { originOf, type PageKit } from "../page-kit.ts";
import { isOffered, quoteFor } from "../form/quote.ts";
import { sendProblem } from "./send-problem.tsx";

/** Pays with the submitted card if every field is right; otherwise shows the form again. */
export async function payByCardForm(
  kit: PageKit,
  form: SubmittedForm,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const submission = cardSubmission(form);
  const waitS = await waitBeforeQuote(kit, submission);
  if (waitS !== undefined) return sendBusy(kit, waitS, reply);
  const errors = submission.cardToken === "" ? checkCard(kit, submission) : {};
  if (Object.keys(errors).length > 0) {
    const card = await repeated(kit, submission);
    return showFormAgain(kit, { checkout: form.checkout, method: "card", card, errors }, reply);
  }
  return (await isChoiceOffered(kit, submission))
    ? pay(kit, submission, reply)
    : refuse(kit, { ...submission, refusal: { code: "installment_not_available" } }, reply);
}

/**
 * Returns the seconds to wait before the payment, or undefined. Installments reveal a card's
 * issuer, so a submission with installments counts against the limit of BIN look-ups.
 */
async function waitBeforeQuote(
  kit: PageKit,
  submission: CardSubmission,
): Promise<number | undefined> {
  const bin = submission.choice.count === 1 ? "" : await quotedBin(kit, submission);
  return bin === "" ? undefined : kit.binGuard.waitBefore(submission.checkout.session, bin);
}

function sendBusy(kit: PageKit, waitS: number, reply: FastifyReply): Promise<FastifyReply> {
  return sendProblem(kit, reply.header("Retry-After", waitS), { status: 429, kind: "busy" });
}

function checkCard(kit: PageKit, { checkout, typed }: CardSubmission): CardFieldErrors {
  const now = kit.clocks.now(checkout.session);
  return Object.fromEntries(
    CARD_FIELDS.flatMap((field) => {
      const error = checkCardField(field, typed, now);
      return error === undefined ? [] : [[field, error]];
    }),
  );
}

/** False if the installment terms have changed since the form with this total was shown. */
async function isChoiceOffered(kit: PageKit, submission: CardSubmission): Promise<boolean> {
  if (submission.choice.count === 1) return true;
  const bin = await quotedBin(kit, submission);
  const quote = bin === "" ? undefined : await quoteFor(kit, submission.checkout.session, bin);
  return quote === undefined || isOffered(quote, submission.choice);
}

async function pay(
  kit: PageKit,
  submission: CardSubmission,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { checkout, fields, typed, cardToken, choice } = submission;
  const { session, merchant, language } = checkout;
  const draft = keptDraft(checkout, {
    ...withoutSecrets(typed),
    method: "card",
    cardToken,
    installments: choice.count,
    bin: "",
  });
  await kit.drafts.keep(session.sessionId, draft);
  const result = await payByCard(kit, {
    merchant,
    // The bank's page uses the language that the customer has chosen.
    session: { ...session, language },
    origin: originOf(kit),
    card: payingCardOf(submission),
    // A stored card belongs to a customer id; without one it could never be offered again.
    saveCard:
      textField(fields, "save_card") === "1" && customerIdOf(session.customer) !== undefined,
    threeDSecure: true,
    installmentCount: choice.count,
    idempotency: claimOfForm(kit, { method: "card", formKey: textField(fields, "attempt") }),
    clientNetwork: kit.clientNetwork(reply.request),
  });
  if (!result.ok) return refuse(kit, { ...submission, refusal: result.refusal }, reply);
  const { payment, challenge } = result.value;
  if (challenge === undefined) return redirectToCheckout(kit, checkout, reply);
  return reply.redirect(kit.paths.bankForm(session.sessionId, payment.orderId, language), 303);
}

type RefusedSubmission = CardSubmission & { readonly refusal: PayRefusal };

async function refuse(
  kit: PageKit,
  { refusal, ...submission }: RefusedSubmission,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { checkout, cardToken } = submission;
  const facts = { checkout, method: "card", card: await repeated(kit, submission) } as const;
  const { refusal: words, installments, storedCards } = MESSAGES[checkout.language];
  const again = (errors: CardFieldErrors): Promise<FastifyReply> =>
    showFormAgain(kit, { ...facts, errors }, reply);
  switch (refusal.code) {
    case "invalid_card_number":
      return again({ card_number: refusal.isTestCard === true ? "number_test" : "number_wrong" });
    case "card_expired":
      return refusal.isStored
        ? showFormAgain(kit, { ...facts, refusal: storedCards.gone }, reply)
        : again({ expiry: "expiry_past" });
    case "invalid_cvc": {
      const error = refusal.digits === 4 ? "cvc_4" : "cvc_3";
      return again(cardToken === "" ? { cvc: error } : { stored_cvc: error });
    }
    case "installment_not_available":
      return showFormAgain(kit, { ...facts, refusal: installments.changed }, reply);
    case "card_token_not_found":
      return showFormAgain(kit, { ...facts, refusal: storedCards.gone }, reply);
    case "stored_cards_unavailable":
      return showFormAgain(kit, { ...facts, refusal: storedCards.resting }, reply);
    case "acquirer_not_configured":
    case "merchant_suspended":
      return showFormAgain(kit, { ...facts, refusal: words.noAcquirer }, reply);
    case "too_many_attempts":
      return sendBusy(kit, refusal.waitS, reply);
    case "session_expired":
    case "payment_in_progress":
    case "session_already_paid":
    case "idempotency_key_taken":
      return redirectToCheckout(kit, checkout, reply);
  }
}

/** The submitted values for the next form, without card number and CVC. */
async function repeated(kit: PageKit, submission: CardSubmission): Promise<TypedFacts> {
  const { typed, cardToken, choice } = submission;
  return {
    kept: withoutSecrets(typed),
    cardToken,
    installments: choice.count,
    bin: choice.count === 1 ? "" : await quotedBin(kit, submission),
  };
}

import type { FastifyReply } from "fastify";
import { CARD_FIELDS, checkCardField, cleanName, type TypedCard } from "../../card/typed-card.ts";
import { payByCard, type PayRefusal } from "../../payment/pay.ts";
import { textField } from "../page/fields.ts";
import { MESSAGES } from "../page/messages/messages.ts";
import { onePress, showAgain, showTruth } from "./answer-form.ts";
import type { TypedFacts } from "./card-choices.ts";
import type { CardFieldErrors, KeptFields } from "./card-panel.tsx";
import { keptDraft } from "./kept-draft.ts";
import { originOf, type Checkout, type PageKit } from "./page-kit.ts";
import { payingCardOf, quotedBin } from "./submit-card.ts";
import { isOffered, quoteFor, readChoice, type InstallmentChoice } from "./quote.ts";
import { sendProblem } from "./send-problem.tsx";

/** An expiry this long was never one, and might be a card number in the wrong field. */
const EXPIRY_MAX = 10;

export type CardPress = {
  readonly checkout: Checkout;
  readonly fields: unknown;
};

/** A press of the card form, read: a typed card, or the token of a stored one. */
export type CardSubmission = CardPress & {
  readonly typed: TypedCard;
  readonly cardToken: string;
  readonly choice: InstallmentChoice;
};

/** Takes the form's card, and pays with it once every field is right. */
export async function payByCardForm(
  kit: PageKit,
  press: CardPress,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { checkout, fields } = press;
  const attempt: CardSubmission = {
    ...press,
    typed: typedCard(fields),
    cardToken: textField(fields, "card_token"),
    choice: readChoice(textField(fields, "installment")),
  };
  const waitS = await waitBeforeQuote(kit, attempt);
  if (waitS !== undefined) return sendBusy(kit, waitS, reply);
  const errors = attempt.cardToken === "" ? checkCard(kit, attempt) : {};
  if (Object.keys(errors).length > 0) {
    const card = await repeated(kit, attempt);
    return showAgain(kit, { checkout, method: "card", card, errors }, reply);
  }
  return (await isChoiceOffered(kit, attempt))
    ? pay(kit, attempt, reply)
    : refuse(kit, { ...attempt, refusal: { code: "installment_not_available" } }, reply);
}

/** Whoever asks for installments is shown whose card it is, and is counted like anywhere else. */
async function waitBeforeQuote(kit: PageKit, attempt: CardSubmission): Promise<number | undefined> {
  const bin = attempt.choice.count === 1 ? "" : await quotedBin(kit, attempt);
  return bin === "" ? undefined : kit.binGuard.waitBefore(attempt.checkout.session, bin);
}

function sendBusy(kit: PageKit, waitS: number, reply: FastifyReply): Promise<FastifyReply> {
  return sendProblem(kit, reply.header("Retry-After", waitS), { status: 429, kind: "busy" });
}

export function typedCard(fields: unknown): TypedCard {
  return {
    card_number: textField(fields, "card_number"),
    expiry: textField(fields, "expiry"),
    cvc: textField(fields, "cvc"),
    card_holder_name: textField(fields, "card_holder_name"),
  };
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

/** Nobody pays a total in installments that was not shown beside them. */
async function isChoiceOffered(kit: PageKit, attempt: CardSubmission): Promise<boolean> {
  if (attempt.choice.count === 1) return true;
  const bin = await quotedBin(kit, attempt);
  const quote = bin === "" ? undefined : await quoteFor(kit, attempt.checkout.session, bin);
  return quote === undefined || isOffered(quote, attempt.choice);
}

async function pay(
  kit: PageKit,
  attempt: CardSubmission,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { checkout, fields, typed, cardToken, choice } = attempt;
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
    // The bank's page continues in the language that the customer reads.
    session: { ...session, language },
    origin: originOf(kit),
    card: payingCardOf(attempt),
    // Without a customer there is nobody to offer the card to again.
    saveCard: textField(fields, "save_card") === "1" && session.customer.customer_id !== undefined,
    threeDSecure: true,
    installmentCount: choice.count,
    idempotency: onePress(kit, { method: "card", attemptKey: textField(fields, "attempt") }),
    clientNetwork: kit.clientNetwork(reply.request),
  });
  if (!result.ok) return refuse(kit, { ...attempt, refusal: result.refusal }, reply);
  const { payment, challenge } = result.value;
  if (challenge === undefined) return showTruth(kit, checkout, reply);
  return reply.redirect(kit.paths.bankForm(session.sessionId, payment.orderId, language), 303);
}

type RefusedTry = CardSubmission & { readonly refusal: PayRefusal };

async function refuse(
  kit: PageKit,
  { refusal, ...attempt }: RefusedTry,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { checkout, cardToken } = attempt;
  const facts = { checkout, method: "card", card: await repeated(kit, attempt) } as const;
  const { refusal: words, installments, storedCards } = MESSAGES[checkout.language];
  const again = (errors: CardFieldErrors): Promise<FastifyReply> =>
    showAgain(kit, { ...facts, errors }, reply);
  switch (refusal.code) {
    case "invalid_card_number":
      return again({ card_number: "number_wrong" });
    case "card_expired":
      return refusal.isStored
        ? showAgain(kit, { ...facts, refusal: storedCards.gone }, reply)
        : again({ expiry: "expiry_past" });
    case "invalid_cvc": {
      const error = refusal.digits === 4 ? "cvc_4" : "cvc_3";
      return again(cardToken === "" ? { cvc: error } : { stored_cvc: error });
    }
    case "installment_not_available":
      return showAgain(kit, { ...facts, refusal: installments.changed }, reply);
    case "card_token_not_found":
      return showAgain(kit, { ...facts, refusal: storedCards.gone }, reply);
    case "stored_cards_unavailable":
      return showAgain(kit, { ...facts, refusal: storedCards.resting }, reply);
    case "acquirer_not_configured":
      return showAgain(kit, { ...facts, refusal: words.noAcquirer }, reply);
    case "too_many_attempts":
      return sendBusy(kit, refusal.waitS, reply);
    case "session_expired":
    case "payment_in_progress":
    case "session_already_paid":
    case "idempotency_key_taken":
      return showTruth(kit, checkout, reply);
  }
}

/** What the form is shown with again: all but the number and the code. */
async function repeated(kit: PageKit, attempt: CardSubmission): Promise<TypedFacts> {
  const { typed, cardToken, choice } = attempt;
  return {
    kept: withoutSecrets(typed),
    cardToken,
    installments: choice.count,
    bin: choice.count === 1 ? "" : await quotedBin(kit, attempt),
  };
}

/** What goes back into the form: never the number or the code, wherever they were typed. */
export function withoutSecrets(typed: TypedCard): KeptFields {
  const name = cleanName(typed.card_holder_name);
  const expiry = typed.expiry.trim();
  return {
    holderName: /(\d\D*){12}/.test(name) ? "" : name.slice(0, 255),
    expiry: expiry.length > EXPIRY_MAX ? "" : expiry,
  };
}

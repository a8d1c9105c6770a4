import type { FastifyReply } from "fastify";
import type { CardDetails } from "../../../card/card-details.ts";
import { readExpiry } from "../../../card/expiry-text.ts";
import {
  CARD_FIELDS,
  checkCardField,
  cleanDigits,
  cleanName,
  type TypedCard,
} from "../../../card/typed-card.ts";
import { assert } from "../../../kernel/assert.ts";
import { Secret } from "../../../kernel/secret.ts";
import { payByCard, type PayRefusal } from "../../../payment/pay.ts";
import { textField } from "../fields.ts";
import { MESSAGES } from "../messages/messages.ts";
import { onePress, showAgain, showTruth } from "./answer-form.ts";
import type { CardFieldErrors, KeptFields } from "./card-panel.tsx";
import { keptDraft } from "./kept-draft.ts";
import { originOf, type Checkout, type PageKit } from "./page-kit.ts";
import { sendProblem } from "./send-problem.tsx";

/** An expiry this long was never one, and might be a card number in the wrong field. */
const EXPIRY_MAX = 10;

type Press = { readonly checkout: Checkout; readonly fields: unknown };

/** Takes the form's card, and pays with it once every field is right. */
export async function payByCardForm(
  kit: PageKit,
  { checkout, fields }: Press,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const typed = typedCard(fields);
  const errors = checkCard(kit, typed);
  if (Object.keys(errors).length > 0) {
    return showAgain(
      kit,
      { checkout, method: "card", typed: withoutSecrets(typed), errors },
      reply,
    );
  }
  return pay(kit, { checkout, typed, attemptKey: textField(fields, "attempt") }, reply);
}

export function typedCard(fields: unknown): TypedCard {
  return {
    card_number: textField(fields, "card_number"),
    expiry: textField(fields, "expiry"),
    cvc: textField(fields, "cvc"),
    card_holder_name: textField(fields, "card_holder_name"),
  };
}

function checkCard(kit: PageKit, typed: TypedCard): CardFieldErrors {
  const now = kit.clock.now();
  return Object.fromEntries(
    CARD_FIELDS.flatMap((field) => {
      const error = checkCardField(field, typed, now);
      return error === undefined ? [] : [[field, error]];
    }),
  );
}

type Try = {
  readonly checkout: Checkout;
  readonly typed: TypedCard;
  readonly attemptKey: string;
};

async function pay(kit: PageKit, attempt: Try, reply: FastifyReply): Promise<FastifyReply> {
  const { checkout, typed, attemptKey } = attempt;
  const { session, merchant, language } = checkout;
  const draft = keptDraft(checkout, { ...withoutSecrets(typed), method: "card" });
  await kit.drafts.keep(session.sessionId, draft);
  const result = await payByCard(kit, {
    merchant,
    // The bank's page continues in the language that the customer reads.
    session: { ...session, language },
    origin: originOf(kit),
    card: cardDetails(typed),
    threeDSecure: true,
    installmentCount: 1,
    idempotency: onePress(kit, { method: "card", attemptKey }),
    clientNetwork: kit.clientNetwork(reply.request),
  });
  if (!result.ok) return refuse(kit, { ...attempt, refusal: result.refusal }, reply);
  const { payment, challenge } = result.value;
  if (challenge === undefined) return showTruth(kit, checkout, reply);
  return reply.redirect(kit.paths.bankForm(session.sessionId, payment.orderId, language), 303);
}

function cardDetails(typed: TypedCard): CardDetails {
  const expiry = readExpiry(typed.expiry);
  assert(expiry !== undefined, "an expiry was checked before it is read");
  return {
    number: new Secret(cleanDigits(typed.card_number)),
    cvc: new Secret(cleanDigits(typed.cvc)),
    expiry,
    holderName: cleanName(typed.card_holder_name),
  };
}

type RefusedTry = Try & { readonly refusal: PayRefusal };

async function refuse(
  kit: PageKit,
  { checkout, typed, refusal }: RefusedTry,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const facts = { checkout, method: "card", typed: withoutSecrets(typed) } as const;
  const again = (errors: CardFieldErrors): Promise<FastifyReply> =>
    showAgain(kit, { ...facts, errors }, reply);
  switch (refusal.code) {
    case "invalid_card_number":
      return again({ card_number: "number_wrong" });
    case "card_expired":
      return again({ expiry: "expiry_past" });
    case "invalid_cvc":
      return again({ cvc: refusal.digits === 4 ? "cvc_4" : "cvc_3" });
    case "acquirer_not_configured":
    case "card_token_not_found":
    case "stored_cards_unavailable":
    case "installment_not_available": {
      const { noAcquirer } = MESSAGES[checkout.language].refusal;
      return showAgain(kit, { ...facts, refusal: noAcquirer }, reply);
    }
    case "too_many_attempts":
      return sendProblem(kit, reply.header("Retry-After", refusal.waitS), {
        status: 429,
        kind: "busy",
      });
    case "session_expired":
    case "payment_in_progress":
    case "session_already_paid":
    case "idempotency_key_taken":
      return showTruth(kit, checkout, reply);
  }
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

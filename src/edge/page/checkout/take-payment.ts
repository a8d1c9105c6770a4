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
import type { AnswerMaker } from "../../../payment/settle.ts";
import { textField } from "../fields.ts";
import { MESSAGES } from "../messages/messages.ts";
import { sendPage } from "../render-page.ts";
import type { CardFieldErrors, KeptFields } from "./card-panel.tsx";
import { openCheckout, type Checkout, type PageKit } from "./page-kit.ts";
import { sendProblem } from "./send-problem.tsx";
import { formPage } from "./show-checkout.tsx";

const ATTEMPT_KEY = /^[0-9a-z]{26}$/;
/** An expiry this long was never one, and might be a card number in the wrong field. */
const EXPIRY_MAX = 10;

/** Takes the form's card; answers with a redirect to what is now true, or with its errors. */
export async function takePayment(
  kit: PageKit,
  fields: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await openCheckout(kit, {
    session: textField(fields, "session"),
    lang: textField(fields, "lang"),
  });
  if (checkout === undefined) return sendProblem(kit, reply, { status: 404, kind: "unknown" });
  if (checkout.state.kind !== "payable") return showTruth(kit, checkout, reply);
  const typed = typedCard(fields);
  const errors = checkCard(kit, typed);
  if (Object.keys(errors).length > 0) {
    return showAgain(kit, { checkout, typed, errors }, reply);
  }
  return pay(kit, { checkout, typed, attemptKey: textField(fields, "attempt") }, reply);
}

/** Takes what was typed so far, but no number and no code, for the form in another language. */
export async function takeDraft(
  kit: PageKit,
  fields: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await openCheckout(kit, { session: textField(fields, "session"), lang: "" });
  if (checkout === undefined) return reply.code(404).send();
  const { session, language } = checkout;
  kit.drafts.keep(session.sessionId, { ...keptOf(typedCard(fields)), language });
  return reply.code(204).send();
}

function typedCard(fields: unknown): TypedCard {
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
  kit.drafts.keep(session.sessionId, { ...keptOf(typed), language });
  const result = await payByCard(kit, {
    merchant,
    // The bank's page continues in the language that the customer reads.
    session: { ...session, language },
    origin: kit.frame === undefined ? "page" : "widget",
    card: cardDetails(typed),
    threeDSecure: true,
    installmentCount: 1,
    idempotency: onePress(kit, attemptKey),
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

/** Two presses of one rendered form are one payment, even if the first was already declined. */
function onePress(kit: PageKit, attemptKey: string): AnswerMaker | undefined {
  if (!ATTEMPT_KEY.test(attemptKey)) return undefined;
  return {
    key: `page:${attemptKey}`,
    fingerprint: kit.digest.sha256(attemptKey),
    render: () => ({ status: 303, body: "" }),
  };
}

type RefusedTry = Try & { readonly refusal: PayRefusal };

async function refuse(
  kit: PageKit,
  { checkout, typed, refusal }: RefusedTry,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const again = (errors: CardFieldErrors): Promise<FastifyReply> =>
    showAgain(kit, { checkout, typed, errors }, reply);
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
      return showAgain(kit, { checkout, typed, errors: {}, refusal: noAcquirer }, reply);
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

/** Every change is followed by a redirect, so that a reload never sends a card twice. */
function showTruth(
  kit: PageKit,
  { session, language }: Checkout,
  reply: FastifyReply,
): FastifyReply {
  return reply.redirect(kit.paths.checkout(session.sessionId, { language }), 303);
}

type Again = {
  readonly checkout: Checkout;
  readonly typed: TypedCard;
  readonly errors: CardFieldErrors;
  readonly refusal?: string;
};

function showAgain(kit: PageKit, again: Again, reply: FastifyReply): Promise<FastifyReply> {
  const { checkout, typed, errors, refusal } = again;
  const facts = { errors, typed: keptOf(typed), ...(refusal === undefined ? {} : { refusal }) };
  return sendPage(reply, {
    status: 422,
    isSecure: kit.isSecure,
    page: formPage(kit, checkout, facts),
  });
}

/** What goes back into the form: never the number or the code, wherever they were typed. */
function keptOf(typed: TypedCard): KeptFields {
  const name = cleanName(typed.card_holder_name);
  const expiry = typed.expiry.trim();
  return {
    holderName: /(\d\D*){12}/.test(name) ? "" : name.slice(0, 255),
    expiry: expiry.length > EXPIRY_MAX ? "" : expiry,
  };
}

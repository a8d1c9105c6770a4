import type { FastifyReply } from "fastify";
import { cleanNumber } from "../../domain/card/typed-card.ts";
import { listCardsForSession } from "../../domain/payment/charge/list-cards-for-session.ts";
import { textField } from "../../page/fields.ts";
import { MESSAGES } from "../../page/messages/messages.ts";
import { showFormAgain, redirectToCheckout } from "../form/answer-form.ts";
import { keptDraft } from "./kept-draft.ts";
import type { Checkout, PageKit } from "../page-kit.ts";
import { typedCard, withoutSecrets } from "../form/card-submission.ts";
import { quoteFor, quoteTexts, readChoice } from "../form/quote.ts";
import { sendProblem } from "./send-problem.tsx";
import { submittedCheckout } from "./submitted-checkout.ts";
import { viewOf } from "../view-context.ts";

const BIN = /^\d{6,8}$/;
const BIN_MAX = 8;

/** Answers the script with the quote for a card's first digits or for a stored card. */
export async function takeQuote(
  kit: PageKit,
  fields: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await submittedCheckout(kit, fields);
  const bin = checkout === undefined ? undefined : await binOf(kit, checkout, fields);
  if (checkout === undefined || bin === undefined) return reply.code(404).send({});
  const waitS = kit.binGuard.waitBefore(checkout.session, bin);
  if (waitS !== undefined) return reply.code(429).header("Retry-After", waitS).send({});
  const quote = await quoteFor(kit, checkout.session, bin);
  if (quote === undefined) return reply.code(410).send({});
  return reply.send(quoteTexts(viewOf(kit, checkout), quote));
}

/**
 * Shows the installments to a browser without scripts: stores the BIN in the draft and redirects to
 * the form, where the whole card number must be typed.
 */
export async function takeInstallments(
  kit: PageKit,
  fields: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await submittedCheckout(kit, fields);
  if (checkout === undefined) return sendProblem(kit, reply, { status: 404, kind: "unknown" });
  if (checkout.state.kind !== "payable") return redirectToCheckout(kit, checkout, reply);
  const kept = withoutSecrets(typedCard(fields));
  const bin = await binOf(kit, checkout, fields);
  if (bin === undefined) {
    const { tooFew } = MESSAGES[checkout.language].installments;
    return showFormAgain(kit, { checkout, method: "card", card: { kept }, refusal: tooFew }, reply);
  }
  const waitS = kit.binGuard.waitBefore(checkout.session, bin);
  if (waitS !== undefined) {
    return sendProblem(kit, reply.header("Retry-After", waitS), { status: 429, kind: "busy" });
  }
  const cardToken = textField(fields, "card_token");
  const { count: installments } = readChoice(textField(fields, "installment"));
  const news = { ...kept, bin: cardToken === "" ? bin : "", cardToken, installments };
  await kit.drafts.keep(
    checkout.session.sessionId,
    keptDraft(checkout, { ...news, method: "card" }),
  );
  return redirectToCheckout(kit, checkout, reply);
}

/** Returns the BIN of the stored or typed card, or undefined if it has too few digits. */
async function binOf(
  kit: PageKit,
  checkout: Checkout,
  fields: unknown,
): Promise<string | undefined> {
  const token = textField(fields, "card_token");
  if (token !== "") {
    const cards = await listCardsForSession(kit, checkout);
    return cards.find((card) => card.token === token)?.bin;
  }
  const bin = cleanNumber(textField(fields, "card_number")).slice(0, BIN_MAX);
  return BIN.test(bin) ? bin : undefined;
}

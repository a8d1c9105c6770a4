import type { FastifyReply } from "fastify";
import { parseCardToken } from "../../kernel/ids.ts";
import { textField } from "../../page/fields.ts";
import { redirectToCheckout } from "../form/answer-form.ts";
import { keptDraft } from "./kept-draft.ts";
import { parseMethod } from "../../page/method.ts";
import { openCheckout, type PageKit } from "../page-kit.ts";
import { payByCardForm } from "./pay-by-card-form.ts";
import { typedCard, withoutSecrets } from "../form/card-submission.ts";
import { payElsewhere } from "./pay-elsewhere.ts";
import { readChoice } from "../form/quote.ts";
import { sendProblem } from "./send-problem.tsx";
import { submittedCheckout } from "./submitted-checkout.ts";

/** Handles a payment form: redirects to the payment page or shows the form with its errors. */
export async function takePayment(
  kit: PageKit,
  fields: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await submittedCheckout(kit, fields);
  if (checkout === undefined) return sendProblem(kit, reply, { status: 404, kind: "unknown" });
  if (checkout.state.kind !== "payable") return redirectToCheckout(kit, checkout, reply);
  const method = parseMethod(textField(fields, "method")) ?? "card";
  return method === "card"
    ? payByCardForm(kit, { checkout, fields }, reply)
    : payElsewhere(kit, { checkout, method, fields }, reply);
}

/**
 * Stores the typed values without card number and CVC, so that the form in another language shows
 * them again.
 */
export async function takeDraft(
  kit: PageKit,
  fields: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await openCheckout(kit, { session: textField(fields, "session"), lang: "" });
  if (checkout === undefined) return reply.code(404).send();
  const cardToken = textField(fields, "card_token");
  if (cardToken !== "" && parseCardToken(cardToken) === undefined) {
    return reply.code(400).type("text/plain").send("card_token must be a stored card's token.");
  }
  const news = {
    ...withoutSecrets(typedCard(fields)),
    method: parseMethod(textField(fields, "method")) ?? "card",
    cardToken,
    installments: readChoice(textField(fields, "installment")).count,
  } as const;
  await kit.drafts.keep(checkout.session.sessionId, keptDraft(checkout, news));
  return reply.code(204).send();
}

import type { FastifyReply } from "fastify";
import type { Result } from "../../kernel/result.ts";
import type { PayCall } from "../../domain/payment/charge/make-payment.ts";
import {
  payByRedirect,
  type RedirectChoice,
  type RedirectRefusal,
} from "../../domain/payment/charge/pay-by-redirect.ts";
import type { PayResult } from "../../domain/payment/pay-result.ts";
import { payByTransfer, type TransferRefusal } from "../../domain/transfer/pay-by-transfer.ts";
import { textField } from "../../page/fields.ts";
import { MESSAGES } from "../../page/messages/messages.ts";
import { claimOfForm, showFormAgain, redirectToCheckout } from "../form/answer-form.ts";
import type { SubmittedForm } from "../form/card-submission.ts";
import { keptDraft } from "./kept-draft.ts";
import type { Method } from "../../page/method.ts";
import { originOf, type PageKit } from "../page-kit.ts";

type Refusal = RedirectRefusal | TransferRefusal;

export type MethodSubmission = SubmittedForm & { readonly method: Exclude<Method, "card"> };

/** Pays by a method without a card: bank transfer, wallet, shopping credit or papel. */
export async function payElsewhere(
  kit: PageKit,
  submission: MethodSubmission,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { checkout, method, fields } = submission;
  const { session, merchant, language } = checkout;
  await kit.drafts.keep(session.sessionId, keptDraft(checkout, { method }));
  const result = await begin(kit, submission, {
    merchant,
    session: { ...session, language },
    origin: originOf(kit),
    idempotency: claimOfForm(kit, { method, formKey: textField(fields, "attempt") }),
  });
  if (!result.ok) return refuse(kit, { ...submission, refusal: result.refusal }, reply);
  const { payment, challenge } = result.value;
  if (challenge === undefined) return redirectToCheckout(kit, checkout, reply);
  return reply.redirect(kit.paths.bankForm(session.sessionId, payment.orderId, language), 303);
}

function begin(
  kit: PageKit,
  { method, fields }: MethodSubmission,
  call: PayCall,
): Promise<Result<PayResult, Refusal>> {
  if (method !== "bank_transfer") {
    return payByRedirect(kit, { ...call, choice: choiceOf(method, fields) });
  }
  const bankCode = textField(fields, "bank_code");
  return payByTransfer(kit, { ...call, bankCode: bankCode === "" ? undefined : bankCode });
}

function choiceOf(
  method: Exclude<MethodSubmission["method"], "bank_transfer">,
  fields: unknown,
): RedirectChoice {
  switch (method) {
    case "wallet":
      return { method, walletId: textField(fields, "wallet_id") };
    case "shopping_credit": {
      const count = textField(fields, "installment_count");
      return {
        method,
        bankCode: textField(fields, "bank_code"),
        installmentCount: /^[1-9]\d?$/.test(count) ? Number(count) : 1,
      };
    }
    case "papel":
      return { method };
  }
}

async function refuse(
  kit: PageKit,
  { checkout, method, refusal }: MethodSubmission & { readonly refusal: Refusal },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { credit, methods } = MESSAGES[checkout.language];
  const again = (text: string): Promise<FastifyReply> =>
    showFormAgain(kit, { checkout, method, refusal: text }, reply);
  switch (refusal.code) {
    case "credit_installments_out_of_range":
      return again(credit.tooLong(refusal.max));
    case "acquirer_not_configured":
    case "merchant_suspended":
    case "payment_type_not_available":
    case "unknown_wallet":
    case "unknown_bank":
    case "credit_amount_out_of_range":
    case "transfer_not_available":
      return again(methods.refused);
    case "session_expired":
    case "payment_in_progress":
    case "session_already_paid":
    case "idempotency_key_taken":
      return redirectToCheckout(kit, checkout, reply);
  }
}

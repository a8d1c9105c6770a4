import type { CardDetails } from "../../domain/card/card-details.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { PayCall } from "../../domain/payment/charge/make-payment.ts";
import {
  payByRedirect,
  type RedirectChoice,
  type RedirectRefusal,
} from "../../domain/payment/charge/pay-by-redirect.ts";
import type { StoredCardChoice } from "../../domain/payment/charge/paying-card.ts";
import { payByCard, type PayDeps, type PayRefusal } from "../../domain/payment/charge/pay.ts";
import type { PayResult } from "../../domain/payment/pay-result.ts";
import {
  payByTransfer,
  type PayByTransferDeps,
  type TransferRefusal,
} from "../../domain/transfer/pay-by-transfer.ts";
import { installmentCountOf, readCard } from "./read-card.ts";
import type { FieldError } from "../problem/problem.ts";
import type { PayBody } from "../schema/pay.ts";

/** The payment method of a body, whichever spelling of its type the body uses. */
export type PayMethod =
  | {
      readonly kind: "card";
      readonly card: CardDetails | StoredCardChoice;
      readonly saveCard: boolean;
      readonly threeDSecure: boolean;
      readonly installmentCount: number;
    }
  | { readonly kind: "transfer"; readonly bankCode: string | undefined }
  | { readonly kind: "redirect"; readonly choice: RedirectChoice };

export type PayMethodDeps = PayDeps & PayByTransferDeps;

export type MethodRefusal = PayRefusal | RedirectRefusal | TransferRefusal;

/**
 * Reads the payment method of a body, or refuses with the fields that its type lacks (spec 4.3).
 */
export function readMethod(body: PayBody): Result<PayMethod, readonly FieldError[]> {
  const { payment_type: type } = body;
  switch (type) {
    case "creditcard": {
      const card = readCard(body);
      if (!card.ok) return card;
      const installmentCount = installmentCountOf(body);
      const threeDSecure = body.is_3d ?? false;
      const saveCard = body.save_card ?? false;
      return ok({ kind: "card", card: card.value, saveCard, threeDSecure, installmentCount });
    }
    case "shoppingcredit":
    case "shopping_credit":
      return readCredit(body);
    case "wire_transfer":
    case "bank_transfer":
    case "wallet":
    case "papel":
      return installmentCountOf(body) === 1 ? readSingle(body, type) : refused(paysOnce(type));
  }
}

function readSingle(
  body: PayBody,
  type: "wire_transfer" | "bank_transfer" | "wallet" | "papel",
): Result<PayMethod, readonly FieldError[]> {
  if (type === "papel") return ok({ kind: "redirect", choice: { method: "papel" } });
  if (type !== "wallet") return ok({ kind: "transfer", bankCode: body.bank_code });
  const { wallet_id: walletId } = body;
  if (walletId === undefined) {
    return refused([{ field: "wallet_id", message: "is required for payment_type wallet" }]);
  }
  return ok({ kind: "redirect", choice: { method: "wallet", walletId } });
}

function readCredit(body: PayBody): Result<PayMethod, readonly FieldError[]> {
  const { bank_code: bankCode } = body;
  if (bankCode === undefined) {
    const message = `is required for payment_type ${body.payment_type}`;
    return refused([{ field: "bank_code", message }]);
  }
  const installmentCount = installmentCountOf(body);
  const choice = { method: "shopping_credit", bankCode, installmentCount } as const;
  return ok({ kind: "redirect", choice });
}

function paysOnce(type: string): readonly FieldError[] {
  return [{ field: "installment_count", message: `must be 1 for payment_type ${type}` }];
}

export function payBy(
  deps: PayMethodDeps,
  call: PayCall,
  method: PayMethod,
): Promise<Result<PayResult, MethodRefusal>> {
  switch (method.kind) {
    case "card": {
      const { card, saveCard, threeDSecure, installmentCount } = method;
      return payByCard(deps, { card, saveCard, threeDSecure, installmentCount, ...call });
    }
    case "transfer":
      return payByTransfer(deps, { bankCode: method.bankCode, ...call });
    case "redirect":
      return payByRedirect(deps, { choice: method.choice, ...call });
  }
}

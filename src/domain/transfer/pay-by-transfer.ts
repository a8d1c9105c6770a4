import { assert } from "../../kernel/assert.ts";
import { DAY, later, type Instant } from "../../kernel/clock.ts";
import type { Currency } from "../../kernel/currency.ts";
import { refused, type Result } from "../../kernel/result.ts";
import {
  makePayment,
  refuseSession,
  type MakePaymentDeps,
  type PayCall,
  type SessionRefusal,
} from "../payment/charge/make-payment.ts";
import type { PaymentTerms } from "../payment/charge/payment-method.ts";
import type { PayResult } from "../payment/pay-result.ts";
import type { Payment } from "../payment/payment.ts";
import { sendingWindow } from "../payment/outcome/sending-window.ts";
import type { TransferOffer } from "../payment/transfer-offer.ts";
import type { ReceivingAccount } from "./receiving-account.ts";
import { receivingAccounts, type ReceivingAccountsDeps } from "./receiving-accounts.ts";
import { newReferenceCode } from "./reference-code.ts";
import { offerOf, type TransferRequest } from "./transfer-request.ts";

/** The time, in ms, for which a payment waits for its money (contract C4). */
export const TRANSFER_LIFETIME_MS = 3 * DAY;

/** The text in the place of the acquirer's name in the record of a payment by transfer. */
const TRANSFER_ACQUIRER = "bank_transfer";

export type PayByTransferDeps = MakePaymentDeps & ReceivingAccountsDeps;

export type PayByTransfer = PayCall & {
  /** The EFT code of the receiving bank; absent: that of the merchant's first account. */
  readonly bankCode: string | undefined;
};

export type TransferRefusal =
  | SessionRefusal
  | { readonly code: "unknown_bank"; readonly choices: readonly string[] }
  | { readonly code: "transfer_not_available"; readonly currency: Currency };

/**
 * Pays a session by bank transfer (spec 4.3): the customer gets an account and a reference code,
 * and the payment waits for the money. The session may expire before the money arrives.
 */
export async function payByTransfer(
  deps: PayByTransferDeps,
  command: PayByTransfer,
): Promise<Result<PayResult, TransferRefusal>> {
  const now = deps.clocks.now(command.session);
  const closed = refuseSession(command, now);
  if (closed !== undefined) return refused(closed);
  const { session, merchant, bankCode } = command;
  const { currency } = session.amount;
  const accounts = await receivingAccounts(deps, { merchant, mode: session.mode, currency });
  const [first] = accounts;
  if (first === undefined) return refused({ code: "transfer_not_available", currency });
  const account =
    bankCode === undefined ? first : accounts.find((one) => one.bankCode === bankCode);
  if (account === undefined) {
    const choices = [...new Set(accounts.map((one) => one.bankCode))];
    return refused({ code: "unknown_bank", choices });
  }
  return makePayment(
    deps,
    { ...command, now, maySend: sendingWindow(deps, session) },
    {
      terms: termsOf(command),
      acquirers: [],
      ask: ({ payment }) => offerTransfer(deps, payment, { account, now }),
    },
  );
}

function termsOf({ session }: PayByTransfer): PaymentTerms {
  return {
    paymentType: "bank_transfer",
    chargedAmount: session.amount,
    installmentCount: 1,
    captureMethod: "automatic",
    card: undefined,
    threeDSecure: false,
    acquirer: TRANSFER_ACQUIRER,
  };
}

/**
 * The most reference codes that are drawn to find one that is not in use yet; even a second draw is
 * practically never needed.
 */
const DRAWS_MOST = 5;

async function offerTransfer(
  deps: PayByTransferDeps,
  payment: Payment,
  { account, now }: { readonly account: ReceivingAccount; readonly now: Instant },
): Promise<TransferOffer> {
  const { bankCode, bankName, iban, accountHolder } = account;
  for (let draws = 0; draws < DRAWS_MOST; draws += 1) {
    const request: TransferRequest = {
      merchantId: payment.merchantId,
      orderId: payment.orderId,
      mode: payment.mode,
      referenceCode: newReferenceCode(deps.random),
      iban,
      bankCode,
      bankName,
      accountHolder,
      amount: payment.chargedAmount,
      createdAt: now,
      expiresAt: later(now, TRANSFER_LIFETIME_MS),
    };
    if (await deps.transfers.recordRequest(request)) return offerOf(request);
  }
  assert(false, "an unused reference code is found");
}

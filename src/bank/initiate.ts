import { instant } from "../kernel/clock.ts";
import { money } from "../kernel/money.ts";
import { conflict, declined, type Reply, stateAnswer } from "./answer.ts";
import type { Caller } from "./authorize.ts";
import type { BankDeps } from "./bank-deps.ts";
import { type HostedPayment, isSameHosted } from "./hosted-payment.ts";
import type { InitiateMessage } from "./messages.ts";
import { newChallengeId, newOneTimeCode } from "./numbers.ts";
import { findProvider } from "./providers.ts";

/**
 * Opens a page at which the customer pays by wallet, shopping credit or Papel. No money moves yet.
 */
export async function initiate(
  deps: BankDeps,
  caller: Caller,
  message: InitiateMessage,
): Promise<Reply> {
  if (!URL.canParse(message.return_url)) return declined("30");
  if (findProvider(message) === undefined) return declined("12");
  const proposed = newPayment(deps, caller, message);
  const booked = await deps.book.find(proposed);
  if (booked !== undefined) return booked.state === "reversed" ? declined("12") : conflict();
  const { fresh, row } = await deps.book.hosted.open(proposed);
  if (!fresh && !isSameHosted(row, proposed)) return conflict();
  return {
    answer: {
      ...stateAnswer("challenge", "00"),
      acs_url: `${deps.publicBaseUrl}/pay/${row.id}`,
      fields: { token: row.id },
    },
  };
}

function newPayment(deps: BankDeps, caller: Caller, message: InitiateMessage): HostedPayment {
  return {
    id: newChallengeId(deps.random),
    terminal: caller.terminal,
    requestId: message.request_id,
    orderId: message.order_id,
    method: message.method,
    provider: message.provider,
    amount: money(BigInt(message.amount), message.currency),
    installments: message.installments,
    merchantName: message.merchant_name,
    language: message.language,
    returnUrl: message.return_url,
    oneTimeCode: newOneTimeCode(deps.random),
    wrongCodes: 0,
    openedAt: caller.now,
    aheadMs: caller.aheadMs,
    expiresAt: instant(message.expires_at),
    decision: undefined,
    version: 0,
  };
}

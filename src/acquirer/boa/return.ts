import type { ReturnOutcome, ReturnRequest, Unknown } from "../../domain/payment/acquirer.ts";
import type { Money } from "../../kernel/money.ts";
import { askTwice, unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { isSigned } from "../kit/signed-return.ts";
import { packState, unpackState } from "../kit/state.ts";
import { type BoaReturn, hasFailed, ownOrders } from "./answer.ts";
import type { Channel } from "./channel.ts";
import { listOrders } from "./inquiry.ts";

export async function readReturn(channel: Channel, request: ReturnRequest): Promise<ReturnOutcome> {
  const { dialect } = channel;
  const { amount } = unpackState(request.state) ?? {};
  // No return has the amount, so the state keeps the one with which 3-D Secure was opened.
  if (amount !== amountKey(request.amount)) return { kind: "forged" };
  const read = readSigned(channel, request);
  if (read.kind === "forged") return read;
  if (!read.isPassed) {
    return {
      kind: "not_authenticated",
      reason: "three_d_secure_failed",
      mdStatus: "0",
      bankMessage: bankText(read.message === "" ? read.code : read.message),
    };
  }
  if (dialect.signedReturn === undefined) {
    const compared = await compareWithList(channel, request, read.orderId);
    if (compared.kind === "unknown") return compared;
    if (compared.kind === "forged") return { kind: "forged" };
  }
  const state = packState({ orderId: read.orderId, md: read.md });
  return { kind: "authenticated", proof: { mdStatus: "1", eci: "", state } };
}

/** Reads the fields of a return, which the bank must have signed where it signs returns. */
export function readSigned(
  { terminal, dialect, connection }: Channel,
  { attemptId, reference, fields }: Pick<ReturnRequest, "attemptId" | "reference" | "fields">,
): BoaReturn {
  const text = dialect.signedReturn?.(terminal, reference, fields);
  const isOurKey = text === undefined || isSigned({ connection, attemptId }, text);
  return isOurKey ? dialect.readReturn(terminal, reference, fields) : { kind: "forged" };
}

/**
 * Compares an unsigned return with the bank's own list, which must have its number with our amount.
 * The list may not have the purchase yet, so a missing one is asked about again; the customer may
 * also send the return again.
 */
function compareWithList(
  channel: Channel,
  { reference, amount }: ReturnRequest,
  orderId: string,
): Promise<Doubt> {
  return askTwice(async (): Promise<Doubt> => {
    const own = ownOrders(await listOrders(channel, reference, amount), reference);
    if (own.kind === "unknown") return own;
    if (own.orders.length === 0) return unknown("return_not_listed");
    const order = own.orders.find((one) => one.orderId === orderId);
    const isOurs = order?.amount?.minor === amount.minor && !hasFailed(order);
    return { kind: isOurs ? "ours" : "forged" };
  });
}

type Doubt = { readonly kind: "ours" | "forged" } | Unknown;

/** The text of an amount in the state of a challenge. */
export function amountKey({ minor, currency }: Money): string {
  return `${minor} ${currency}`;
}

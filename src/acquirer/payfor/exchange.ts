import { askBank, type BankText } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";

export type Line = { readonly api: string; readonly transport: BankTransport };

export function tell(
  { api, transport }: Line,
  body: string,
  timeoutMs: number = TIMEOUTS.chargeMs,
): Promise<BankText> {
  const contentType = "text/xml; charset=UTF-8";
  return askBank(transport, { url: api, contentType, body, charset: "utf-8", timeoutMs });
}

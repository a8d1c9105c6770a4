import { SECOND } from "../../../kernel/clock.ts";
import { askBank, type BankText } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";

export const TIMEOUTS = {
  chargeMs: 60 * SECOND,
  inquiryMs: 30 * SECOND,
  settledMs: 90 * SECOND,
} as const;

export type Line = { readonly api: string; readonly transport: BankTransport };

export function tell(
  { api, transport }: Line,
  body: string,
  timeoutMs: number = TIMEOUTS.chargeMs,
): Promise<BankText> {
  const contentType = "text/xml; charset=UTF-8";
  return askBank(transport, { url: api, contentType, body, charset: "utf-8", timeoutMs });
}

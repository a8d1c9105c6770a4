import { askBank, type BankText } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { formBody } from "../kit/charset.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import type { Fields } from "./request.ts";

export type Line = { readonly api: string; readonly transport: BankTransport };

export function tell(
  { api, transport }: Line,
  fields: Fields,
  timeoutMs: number = TIMEOUTS.chargeMs,
): Promise<BankText> {
  const contentType = "application/x-www-form-urlencoded; charset=utf-8";
  const body = formBody(fields);
  return askBank(transport, { url: api, contentType, body, charset: "utf-8", timeoutMs });
}

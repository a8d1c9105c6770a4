import { expect } from "vitest";
import type { ApiAnswer, ApiBody } from "./api-client.ts";
import { submit, readPage, returnFields, type BankPage, type Decision } from "./bank-customer.ts";
import { actionOf, createVisitor, hiddenFields, type Visit } from "./page-visitor.ts";
import type { ShopService } from "./service.ts";

/** Pays by a method other than card; `headers` among the fields become the request's headers. */
export function payBy(
  shop: Pick<ShopService, "api">,
  session: string,
  { headers, ...fields }: ApiBody & { readonly headers?: Record<string, string> },
): Promise<ApiAnswer> {
  return shop.api.post("/api/v1/payment/pay", { session_id: session, ...fields }, headers);
}

/** Renders `html_content` and follows its form to the page at the bank. */
export async function openPage(paid: ApiAnswer): Promise<BankPage> {
  const html = String(paid.body["html_content"]);
  const body = new URLSearchParams(hiddenFields(html));
  return readPage(await fetch(actionOf(html), { method: "POST", body }));
}

export type Returned = Visit & { readonly fields: Readonly<Record<string, string>> };

/** Decides at the page and returns to the service; later redirects are not followed. */
export async function decide(
  shop: ShopService,
  page: BankPage,
  decision: Decision,
): Promise<Returned> {
  const fields = returnFields(await submit(page, decision));
  return { ...(await comeBack(shop, fields)), fields };
}

/** Sends the bank's fields to the service, possibly repeated or changed. */
export function comeBack(
  shop: ShopService,
  fields: Readonly<Record<string, string>>,
): Promise<Visit> {
  const query = new URLSearchParams(fields).toString();
  return createVisitor(shop.url).get(`/checkout/return/${fields["request_id"]}?${query}`);
}

/** Waits until the service's jobs have brought the order to this status. */
export async function untilStatus(
  shop: ShopService,
  order: { readonly session: string; readonly id: unknown },
  status: string,
): Promise<ApiBody> {
  const read = async (): Promise<ApiBody> => (await shop.api.status(order.session, order.id)).body;
  await expect.poll(async () => (await read())["status"], { timeout: 40_000 }).toBe(status);
  return read();
}

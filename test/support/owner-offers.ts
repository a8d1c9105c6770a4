import type { Offer } from "./fuzz/page-forms.ts";
import { HELD, paidOrder, query } from "./merchant-calls.ts";
import { hiddenFields } from "./page-visitor.ts";
import type { PanelVisitor } from "./panel-visitor.ts";
import type { TestService } from "./service.ts";

/** The name of a filter that only its user sees. */
export const VIEW = "Yalnız benim";

/**
 * Makes what no trade makes: a view, a named key, a request, a connection, a routing rule and an
 * account feed, which its bank refuses, so that no job looks at it.
 */
export async function furnish(shop: TestService, owner: PanelVisitor): Promise<void> {
  const base = `/panel/${shop.merchant.merchant.merchantId}/test`;
  await owner.post(`${base}/payments/views`, { name: VIEW, query: "status=completed" });
  await owner.post(`${base}/keys/new`, { name: "erp", "right:payments.read": "yes" });
  await paidOrder(shop.api, { fields: HELD });
  await owner.post(`${base}/approvals/limit`, { limit: "1" });
  await askForRefund(shop, owner);
  await owner.post(`${base}/acquirers/new`, {
    protocol: "double",
    bank: "firstbank",
    hosts: "simulated_bank",
    title: "POS",
    model: "3d",
    "currencies:TRY": "yes",
    "credential:client_id": "700100",
    "secret:password": "p4ssword",
  });
  const [connection] = await rowsOf(shop, "select connection_id as id from acquirer_connection");
  await owner.post(`${base}/acquirers/routing/add`, {
    name: "Kural",
    action: "prefer",
    [`connections:${String(connection)}`]: "yes",
  });
  await owner.post(`${base}/transfers/feeds/new`, FEED);
}

const FEED = {
  protocol: "garanti",
  hosts: "simulated_bank",
  title: "Garanti TL",
  "credential:client_id": "sandbox-client",
  "credential:consent_id": "consent-TR810006200000000123456789",
  "secret:client_secret": "wrong",
};

const EXTRACT = {
  acquirer: "sandbox",
  sample: btoa("Gün;Onay;Tutar\n24.11.2026;A00001;1,00\n"),
};
const EXTRACT_MAPPING = JSON.stringify({
  columns: { gross: "Tutar", paid_on: "Gün", auth_code: "Onay", commission: "Tutar" },
});

/** Asks in the panel for a refund above the limit. */
async function askForRefund(shop: TestService, owner: PanelVisitor): Promise<void> {
  const { order } = await paidOrder(shop.api);
  const path = `/panel/${shop.merchant.merchant.merchantId}/test/payments/${order}/refund`;
  const formOf = (html: string) => hiddenFields(html.replace(/^.*<main/s, ""));
  const form = await owner.get(path);
  const review = await owner.post(path, {
    ...formOf(form.html),
    kind: "part",
    amount: "5",
    reason: "Kırık",
  });
  await owner.post(path, formOf(review.html));
}

/** Forms with real ids that the panel offers only in certain states, or only after a first step. */
export async function offersOfStates(shop: TestService): Promise<readonly Offer[]> {
  const { merchantId } = shop.merchant.merchant;
  const ids = (sql: string) => rowsOf(shop, `${sql} where merchant_id = $1`, [merchantId]);
  const [held] = await rowsOf(
    shop,
    "select order_id as id from payment where merchant_id = $1 and state = 'authorized'",
    [merchantId],
  );
  const [view] = await ids("select view_id as id from panel_view");
  const [request] = await ids("select request_id as id from refund_request");
  const [attempt] = await ids("select attempt_id as id from attempt");
  const [user] = await ids("select user_id as id from panel_user");
  const [endpoint] = await ids("select endpoint_id as id from webhook_endpoint");
  const [connection] = await ids("select connection_id as id from acquirer_connection");
  const [feed] = await ids("select feed_id as id from bank_feed");
  const found = { held, view, request, attempt, user, endpoint, connection, feed };
  const missing = Object.entries(found).filter(([, id]) => id === undefined);
  if (missing.length > 0) throw new Error(`the owner has no ${missing.map(String).join()}`);
  const sure = { confirmed: "yes", kind: "full", key: "a".repeat(26) };
  const form = (path: string, fields: Readonly<Record<string, string | undefined>>): Offer => ({
    method: "POST",
    path: `/panel/${merchantId}/test/${path}`,
    fields: Object.entries(fields).map(([name, value]) => [name, value ?? ""]),
    files: [],
  });
  return [
    form(`payments/${held}/capture`, sure),
    form(`payments/${held}/void`, sure),
    form(`payments/${held}/refund`, sure),
    form("payments/views/remove", { view }),
    form("approvals/approve", { request }),
    form("approvals/reject", { request, reason: "Hayır" }),
    form("cases/clear", { attempt, finding: "booked" }),
    form("cases/booking", {
      acquirer: "sandbox",
      kind: "sale",
      reference: held,
      bank_reference: "B1",
    }),
    form(`users/${user}/enable`, {}),
    form(`webhooks/${endpoint}/enable`, {}),
    form(`acquirers/${connection}/enable`, {}),
    form(`transfers/feeds/${feed}/disable`, {}),
    form("customers/erase", { customer_id: "ada" }),
    form("settlement/mapping/try", {
      ...EXTRACT,
      "column:gross": "Tutar",
      "column:paid_on": "Gün",
    }),
    form("settlement/mapping/keep", { ...EXTRACT, mapping: EXTRACT_MAPPING }),
  ];
}

async function rowsOf(
  shop: Pick<TestService, "database">,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly string[]> {
  return (await query(shop, sql, values)).map(({ id }) => String(id));
}

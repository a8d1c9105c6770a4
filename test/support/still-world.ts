import { vi } from "vitest";
import { EXAMPLE } from "../../src/http/openapi/example-values.ts";
import { createTestDatabase } from "./database.ts";
import type { Offer } from "./fuzz/page-forms.ts";
import { crawl, trade } from "./fuzz/page-world.ts";
import { merchantCalls, paidOrder, query } from "./merchant-calls.ts";
import { panelUsers, panelVisitor, type PanelUser, type PanelVisitor } from "./panel-visitor.ts";
import { furnish, offersOfStates } from "./owner-offers.ts";
import { createDoubleBank } from "./protocol-double.ts";
import { movableClock } from "./sandbox-bank.ts";
import { startTestService, type TestMerchant, type TestService } from "./service.ts";
import { addEndpoint, manageWebhooks, startReceiver } from "./webhook-receiver.ts";

/**
 * A merchant with data of every kind in a service without background jobs, where only a request
 * changes rows.
 */
export type StillWorld = {
  /** The service without jobs; its merchant is the neighbour of the owner. */
  readonly shop: TestService;
  readonly owner: TestMerchant;
  /** The requests that the pages of the panel offer to an operator, a few of each kind. */
  readonly offers: readonly Offer[];
  /** The examples of ids in the document of the interface, with ids of the owner. */
  readonly ids: readonly (readonly [example: string, real: string])[];
  /** Ends the service, which then writes the rest of its log of requests. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

export async function startStillWorld(): Promise<StillWorld> {
  const parts = {
    database: await createTestDatabase(),
    clock: movableClock(),
    environment: { VEZNE_WEBHOOK_LOOPBACK: "true" },
    protocols: [createDoubleBank().protocol],
  };
  const lively = await startTestService(parts);
  const receiver = await startReceiver();
  const webhooks = await manageWebhooks(lively);
  await addEndpoint(webhooks, lively.merchant.merchant, { url: receiver.url });
  await webhooks.close();
  const paths = await trade(lively);
  const ids = await idsOf(lively);
  const { merchantId } = lively.merchant.merchant;
  await panelUsers(lively).create("support");
  await furnish(lively, (await signIn(lively, "owner", merchantId, "own@example.com")).visitor);
  const ofStates = await offersOfStates(lively);
  await settled(lively);
  await lively.service.stop();
  await receiver.stop();
  const shop = await startTestService({ ...parts, isWithoutJobs: true });
  const stop = once(() => shop.service.stop());
  return {
    shop,
    owner: lively.merchant,
    offers: [...(await offersOf(shop, paths)), ...ofStates],
    ids,
    stop,
    async close() {
      await stop();
      await parts.database.drop();
    },
  };
}

function once(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined;
  return () => (ended ??= end());
}

export type SignedIn = PanelUser & { readonly visitor: PanelVisitor };

/** A new user whose second factor is set up, so that no sensitive form asks for it. */
export async function signIn(
  shop: TestService,
  ...wish: Parameters<ReturnType<typeof panelUsers>["create"]>
): Promise<SignedIn> {
  const person = await panelUsers(shop).create(...wish);
  const visitor = panelVisitor(shop);
  await visitor.signIn(person);
  await visitor.secure();
  return { ...person, visitor };
}

/** Values for empty fields, without which a form is refused before its ids are looked up. */
const TYPED: Readonly<Record<string, string>> = {
  amount: "1",
  note: "Not",
  overlap: "24",
  reason: "Gerek",
  reference: "A1",
  role: "support",
  type: "payment.completed",
};

/** Sends a request that a page has offered, as this user. */
export async function sendOffer(
  { visitor, password }: SignedIn,
  { method, path, fields }: Offer,
): Promise<{ readonly status: number; readonly text: string }> {
  const sent = fields.filter(([name]) => name !== "form_token");
  const own = sent.map(([name, value]): [string, string] => [
    name,
    name === "password" ? password : value === "" ? (TYPED[name] ?? "") : value,
  ]);
  const { status, location, html } =
    method === "GET"
      ? await visitor.get(`${path}?${new URLSearchParams(own).toString()}`)
      : await visitor.post(path, Object.fromEntries(own));
  return { status, text: `${location}\n${html}` };
}

async function idsOf(shop: TestService): Promise<StillWorld["ids"]> {
  const { api, merchant } = shop;
  const { merchantId } = merchant.merchant;
  const paid = await paidOrder(api);
  const refund = await merchantCalls(api, merchant.testApiKey).refund(paid.order, { amount: 1 });
  const saved = await api.pay(await api.session(), EXAMPLE.card, { fields: { save_card: true } });
  const { user } = await panelUsers(shop).create("finance", merchantId, "theirs@example.com");
  const one = async (sql: string): Promise<string> =>
    String((await query(shop, `${sql} where merchant_id = $1 limit 1`, [merchantId]))[0]?.["id"]);
  return [
    [EXAMPLE.order, paid.order],
    [EXAMPLE.refund, String(refund.body["refund_id"])],
    [EXAMPLE.token, String(saved.body["card_token"])],
    [EXAMPLE.endpoint, await one("select endpoint_id as id from webhook_endpoint")],
    [EXAMPLE.event, await one("select event_id as id from event")],
    [EXAMPLE.user, user.userId],
    [EXAMPLE.keyRef, (await one("select hash as id from api_key")).slice(0, 16)],
    [EXAMPLE.session, paid.session],
  ];
}

/** Waits until the jobs have delivered the events and matched the line of the statement. */
async function settled(shop: TestService): Promise<void> {
  const look = async (): Promise<void> => {
    const left = await query(
      shop,
      `select event_id from event where event_id not in (select event_id from webhook_attempt)
       union all select bank_key from statement_line where state = 'new'`,
    );
    if (left.length > 0) throw new Error(`not done yet: ${JSON.stringify(left)}`);
  };
  await vi.waitFor(look, { timeout: 60_000, interval: 100 });
}

async function offersOf(shop: TestService, paths: readonly string[]): Promise<readonly Offer[]> {
  const { user, visitor } = await signIn(shop, "owner");
  const others = [user.userId, shop.merchant.merchant.merchantId];
  const isLeftOut = (path: string): boolean =>
    !path.startsWith("/panel/") ||
    /sign-out|end-all/.test(path) ||
    others.some((id) => path.includes(id));
  return crawl(
    { shop, visitor, isLeftOut },
    paths.filter((path) => path.startsWith("/panel")),
  );
}

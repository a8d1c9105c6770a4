import { PANEL_ROUTES } from "../../../src/panel/panel-routes.ts";
import { fullPath } from "../../../src/panel/kit/route.ts";
import { HELD, merchantCalls, paidOrder } from "../merchant-calls.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../panel-visitor.ts";
import { openPage } from "../redirect-customer.ts";
import { startServiceApart, type ServiceApart } from "../service-apart.ts";
import type { ShopService } from "../service.ts";
import { camt053 } from "../statements.ts";
import { awaitTransfer, importFile } from "../transfer-customer.ts";
import { addEndpoint, manageWebhooks, startReceiver } from "../webhook-receiver.ts";
import { offersOf, type Offer } from "./page-forms.ts";

/** A service with data of every kind, and a user of its panel with all permissions. */
export type PageWorld = {
  readonly shop: ServiceApart;
  readonly visitor: PanelVisitor;
  /** The requests that its pages offer, a few of each kind. */
  readonly offers: readonly Offer[];
  close(): Promise<void>;
};

const APPROVED = "5528790000000008";
/** The number of pages of one kind whose links and forms are read. */
const OF_A_KIND = 2;

export async function startPageWorld(): Promise<PageWorld> {
  // Makes the service read proxy addresses, which a client can invent.
  const shop = await startServiceApart({ VEZNE_TRUSTED_PROXIES: "127.0.0.1" });
  const receiver = await startReceiver();
  await register(shop, receiver.url);
  const paths = await trade(shop);
  const users = panelUsers(shop);
  await users.create("support", shop.merchant.merchant.merchantId);
  const owner = await users.create("owner");
  const visitor = panelVisitor(shop);
  await visitor.signIn(owner);
  await visitor.secure();
  // Paths that would end the session of the test.
  const isLeftOut = (path: string): boolean =>
    /sign-out|end-all/.test(path) || path.includes(owner.user.userId);
  return {
    shop,
    visitor,
    offers: await crawl({ shop, visitor, isLeftOut }, paths),
    async close() {
      await shop.close();
      await receiver.stop();
    },
  };
}

async function register(shop: ShopService, url: string): Promise<void> {
  const webhooks = await manageWebhooks(shop);
  await addEndpoint(webhooks, shop.merchant.merchant, { url });
  await webhooks.close();
}

/** Pays by every payment method; returns pages that show the payments, those of the panel first. */
export async function trade(shop: ShopService): Promise<readonly string[]> {
  const { api, merchant } = shop;
  const calls = merchantCalls(api, merchant.testApiKey);
  const { session, order } = await paidOrder(api);
  await calls.refund(order, { amount: 1 });
  await paidOrder(api, { fields: HELD });
  const saved = await api.session({ customer: { customer_id: "ada" } });
  await api.pay(saved, APPROVED, { fields: { save_card: true } });
  const { account, id } = await awaitTransfer(shop);
  const line = { reference: id, minor: account.amount + 5, description: account.reference_code };
  await importFile(shop, camt053(account.iban, [line]));
  const begun = await api.pay(await api.session(), APPROVED, { fields: { is_3d: true } });
  const { action } = await openPage(begun);
  const panel = PANEL_ROUTES.filter(({ method }) => method === "GET").map((route) =>
    fullPath(route)
      .replace(":merchant", merchant.merchant.merchantId)
      .replace(":mode", "test")
      .replace(":order", order)
      .replace(/:\w+/g, "none"),
  );
  const open = `/checkout?session=${await api.session()}`;
  return [
    ...panel,
    open,
    `/checkout?session=${session}`,
    new URL(action).pathname,
    "/demo",
    "/docs",
  ];
}

type Crawl = Pick<PageWorld, "visitor"> & {
  readonly shop: Pick<ShopService, "url">;
  readonly isLeftOut: (path: string) => boolean;
};

/** The requests that these pages, and those that they lead to, offer; a few of each kind. */
export async function crawl(
  { shop, visitor, isLeftOut }: Crawl,
  paths: readonly string[],
): Promise<readonly Offer[]> {
  const queue = [...paths];
  const kinds = new Map<string, number>();
  const offers = new Map<string, Offer>();
  for (const path of queue) {
    const here = new URL(path, shop.url);
    const kind = kindOf(here.pathname);
    const seen = kinds.get(kind) ?? 0;
    kinds.set(kind, seen + 1);
    if (seen >= OF_A_KIND) continue;
    const { html, headers } = await visitor.get(path);
    if (headers.get("content-type")?.startsWith("text/html") !== true) continue;
    for (const offer of offersOf(html, here.href).filter((one) => !isLeftOut(one.path))) {
      const names = offer.fields.map(([name]) => name).join();
      offers.set(`${offer.method} ${kindOf(offer.path)} ${names}`, offer);
      if (offer.method === "GET") queue.push(`${offer.path}?${queryOf(offer)}`);
    }
  }
  return [...offers.values()];
}

/** A path without its ids; the id of a merchant can lack digits. */
function kindOf(path: string): string {
  return path.replace(/\/(?:(?=[^/]*\d)[^/]{6,}|mer_[^/]+)/g, "/:id");
}

/** The fields as they are in a URL or a body. */
export function queryOf({ fields }: Offer): string {
  return new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
}

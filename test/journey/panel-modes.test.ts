import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApiClient, type ApiClient } from "../support/api-client.ts";
import { merchantCalls } from "../support/merchant-calls.ts";
import { hrefsOf, textOf, type Visit } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { addEndpoint, manageWebhooks } from "../support/webhook-receiver.ts";

const APPROVED = "5528790000000008";
const POOR = "4111111111111129";
const PAGES_OF = (merchantId: string, mode: string): string => `/panel/${merchantId}/${mode}`;

/** Values of one mode that would show up on a page of the other. */
type Marks = readonly string[];

describe("the two modes of the panel", () => {
  let shop: TestService;
  let owner: PanelVisitor;
  const marks: Record<"test" | "live", Marks> = { test: [], live: [] };
  beforeAll(async () => {
    shop = await startTestService();
    takeLivePayments(shop);
    const { merchant, testApiKey, liveApiKey } = shop.merchant;
    const { merchantId } = merchant;
    const webhooks = await manageWebhooks(shop);
    for (const [mode, key] of [
      ["test", testApiKey],
      ["live", liveApiKey],
    ] as const) {
      const url = `http://127.0.0.1:9999/${mode}-hooks`;
      const address = mode === "test" ? url : `https://8.8.8.8/${mode}-hooks`;
      const { endpointId } = await addEndpoint(webhooks, { merchantId, mode }, { url: address });
      const sold = await sell(createApiClient(shop.url, key), { mode, key });
      marks[mode] = [...sold, endpointId, `${mode}-hooks`, `…${key.slice(-4)}`];
    }
    await webhooks.close();
    owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId));
    await owner.secure();
  });
  afterAll(() => shop.close());

  it.each([
    ["test", "live", "Test"],
    ["live", "test", "Live mode"],
  ] as const)(
    "show no data of the other mode on any page of %s mode",
    async (mode, other, word) => {
      const pages = await crawl(owner, PAGES_OF(shop.merchant.merchant.merchantId, mode));
      const ours = [...pages.values()].map(({ html }) => html).join("\n");
      // The redirect leads to the page with the rows of the form's own mode.
      expect(marks[mode].filter((mark) => !ours.includes(mark))).toEqual([]);
      const foreign = [...pages].flatMap(([path, { html }]) =>
        marks[other].filter((mark) => html.includes(mark)).map((mark) => `${path}: ${mark}`),
      );
      expect(foreign).toEqual([]);
      const isPage = (path: string): boolean => !path.endsWith("/csv");
      const silent = [...pages].filter(([, { html }]) => !textOf(html).includes(word));
      expect(silent.map(([path]) => path).filter(isPage)).toEqual([]);
      const failed = [...pages].filter(([, { status }]) => status !== 200);
      expect(failed.map(([path, { status }]) => [path, status])).toEqual([]);
      expect(pages.size).toBeGreaterThan(25);
      console.log(`${pages.size} pages of ${mode} mode, 0 rows of ${other} mode`);
    },
  );
});

/** Uses the test bank in live mode too, so that live mode has rows of its own. */
function takeLivePayments({ service }: TestService): void {
  const { acquirers } = service.deps;
  const { choose } = acquirers;
  vi.spyOn(acquirers, "choose").mockImplementation((query) =>
    choose({ ...query, session: { ...query.session, mode: "test" } }),
  );
}

type Seller = { readonly mode: string; readonly key: string };

/** Makes a partly refunded and a declined payment; returns the texts that identify them. */
async function sell(api: ApiClient, { mode, key }: Seller): Promise<Marks> {
  const customer = { name: "Ayşe", surname: `${mode}oğlu`, email: `${mode}@example.com` };
  const marks: string[] = [`${mode}oğlu`, `${mode}@example.com`];
  for (const card of [APPROVED, POOR]) {
    const session = await api.session({ merchant_api_key: key, amount: 10_000, customer });
    // Live cards without 3-D Secure need the merchant's key.
    const headers = { authorization: `Bearer ${key}` };
    const paid = await api.pay(session, card, { headers });
    marks.push(session, String(paid.body["order_id"]));
    if (card === POOR) continue;
    const refunded = await merchantCalls(api, key).refund(paid.body["order_id"], { amount: 100 });
    marks.push(String(refunded.body["refund_id"]));
  }
  return marks;
}

/** The addresses of one page that are visited; they differ in their filters only. */
const VISITS_MAX = 3;

/** Follows the links of the pages of a mode. */
async function crawl(person: PanelVisitor, first: string): Promise<ReadonlyMap<string, Visit>> {
  const pages = new Map<string, Visit>();
  const visitsOf = new Map<string, number>();
  const queue = [first];
  for (const path of queue) {
    if (pages.has(path)) continue;
    const page = new URL(path, "http://x").pathname;
    const visits = visitsOf.get(page) ?? 0;
    if (visits === VISITS_MAX) continue;
    visitsOf.set(page, visits + 1);
    const visit = await person.get(path);
    pages.set(path, visit);
    for (const href of hrefsOf(visit.html)) {
      const { pathname, search } = new URL(href, `http://x${path}`);
      if (pathname === first || pathname.startsWith(`${first}/`)) queue.push(pathname + search);
    }
  }
  return pages;
}

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPaymentFinder } from "../../src/store/report/payment-finder.ts";
import { ALL_TIME } from "../../src/kernel/day.ts";
import type { OrderId } from "../../src/kernel/ids.ts";
import { Scope } from "../../src/domain/merchant/scope.ts";
import type {
  FoundPayments,
  PaymentFinder,
  PaymentSearch,
  SearchTerm,
} from "../../src/domain/report/find-payments.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { installationOf } from "../support/installation.ts";
import { clonePayments } from "../support/payment-clones.ts";
import { panelUsers } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const APPROVED = "5528790000000008";
const POOR = "4111111111111129";
const CLONES = 25;
const PAGE = 4;

const ANY: Omit<PaymentSearch, "term" | "after" | "before" | "limit"> = {
  period: ALL_TIME,
  status: undefined,
  paymentType: undefined,
  minMinor: undefined,
  maxMinor: undefined,
};

/** Limits of a real service, and limits so tight that each strategy is abandoned somewhere. */
const LIMITS = [
  undefined,
  { nearbyScanMax: 3, scanMax: 5, customerScanMax: 5, exactMatchesMax: 2, exactCustomersMax: 2 },
  { nearbyScanMax: 2, scanMax: 4, customerScanMax: 4, exactMatchesMax: 10, exactCustomersMax: 40 },
] as const;

type Known = {
  readonly order_id: string;
  readonly state: string;
  readonly amount: bigint;
  readonly card_last_four: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly reference: string;
  readonly shelf: string;
};

function typed(text: string, amountMinor?: bigint): SearchTerm {
  return { text, amountMinor };
}

/** Searches where the payments of the scope's merchant are. */
function finderIn(
  { groups }: Pick<Installation, "groups">,
  limits?: Parameters<typeof createPaymentFinder>[1],
): PaymentFinder {
  return {
    find: (scope, search) =>
      groups.of(scope.merchantId, (pool) => createPaymentFinder(pool, limits).find(scope, search)),
  };
}

describe("a search among payments", () => {
  let shop: TestService;
  let parts: Installation;
  let scope: Scope;
  let known: readonly Known[];
  beforeAll(async () => {
    shop = await startTestService();
    parts = await installationOf(shop);
    for (const card of [APPROVED, POOR]) {
      const session = await shop.api.session({ amount: 1_000, customer: { name: "Ayşe" } });
      const paid = await shop.api.pay(session, card);
      await clonePayments(shop, {
        of: paid.body["order_id"],
        count: CLONES,
        columns: {
          created_at: "created_at - n % 9 * interval '17 minutes' - n % 4 * interval '31 days'",
          amount: "1000 + n % 5 * 100",
          reference: "'SIP-2026-' || lpad((n % 7)::text, 5, '0')",
          card_last_four: "lpad((n % 3)::text, 4, '0')",
        },
      });
    }
    await parts.pool.query(CUSTOMERS);
    const { rows } = await parts.pool.query<Known>(KNOWN);
    known = rows;
    const { user } = await panelUsers(shop).create("owner", shop.merchant.merchant.merchantId);
    const wish = { merchantId: shop.merchant.merchant.merchantId, mode: "test" } as const;
    const granted = Scope.grant({ user, hasSecondFactor: true }, wish);
    if (!granted.ok) throw new Error(granted.refusal);
    scope = granted.value;
  });
  afterAll(async () => {
    await parts.close();
    await shop.close();
  });

  it.each<[string, Partial<PaymentSearch>, (one: Known) => boolean]>([
    ["nothing", {}, () => true],
    ["a status", { status: "failed" }, (one) => one.state === "failed"],
    ["a status that none has", { status: "authorized" }, () => false],
    ["an amount", { minMinor: 1_200n, maxMinor: 1_200n }, (one) => one.amount === 1_200n],
    ["many amounts", { minMinor: 1_100n }, (one) => one.amount >= 1_100n],
    [
      "many amounts and a status",
      { maxMinor: 1_300n, status: "completed" },
      (one) => one.amount <= 1_300n && one.state === "completed",
    ],
    ["last digits", { term: typed("0002") }, (one) => one.card_last_four === "0002"],
    [
      "last digits and a status",
      { term: typed("0001"), status: "failed" },
      (one) => one.card_last_four === "0001" && one.state === "failed",
    ],
    ["last digits that none has", { term: typed("9999") }, () => false],
    ["an e-mail", { term: typed("C3@Example.com") }, (one) => one.email === "c3@example.com"],
    ["an e-mail before the @", { term: typed("c6") }, (one) => one.email === "c6@example.com"],
    [
      "the beginning of an e-mail",
      { term: typed("C6@ex") },
      (one) => one.email === "c6@example.com",
    ],
    [
      "a telephone number as people write it",
      { term: typed("0532 111 22-03") },
      (one) => one.phone === "+905321112203",
    ],
    ["an amount", { term: typed("₺13,00", 1_300n) }, (one) => one.amount === 1_300n],
    ["a reference", { term: typed("sip-2026-00004") }, (one) => one.reference === "SIP-2026-00004"],
    [
      "the end of a reference",
      { term: typed("00004") },
      (one) => one.reference === "SIP-2026-00004",
    ],
    ["a value of the metadata", { term: typed("Web-4") }, (one) => one.shelf === "web-4"],
    ["a first name", { term: typed("ışıl") }, (one) => one.name.startsWith("Işıl")],
    [
      "the beginnings of a name",
      { term: typed("öz ış") },
      (one) => one.name === "Işıl Özlem-Gül Öz",
    ],
    ["another word of a name", { term: typed("GÜL") }, (one) => one.name === "Işıl Özlem-Gül Öz"],
    ["the middle of a word", { term: typed("şıl") }, () => false],
    ["what is no word", { term: typed("%") }, () => false],
    ["signs alone", { term: typed("-'.") }, () => false],
  ])("for %s finds all matches, page by page and back", async (_name, search, passes) => {
    const expected = known.filter(passes).map((one) => one.order_id);
    for (const limits of LIMITS) {
      const finder = finderIn(parts, limits);
      const ask = async (edge: Partial<PaymentSearch>): Promise<FoundPayments> => {
        const nowhere = { term: undefined, after: undefined, before: undefined, limit: PAGE };
        const found = await finder.find(scope, { ...ANY, ...nowhere, ...search, ...edge });
        if (found === "too_slow") throw new Error(found);
        expect([undefined, expected.length]).toContain(found.total);
        return found;
      };
      const forth = await turn(ask, "after");
      expect(forth).toEqual(expected);
      const oldest = forth.at(-1);
      if (oldest === undefined) continue;
      const back = await turn(ask, "before", oldest);
      expect([...back.toReversed(), oldest]).toEqual(expected);
    }
  });

  it("finds the end of an order id and of a session id", async () => {
    const finder = finderIn(parts);
    const edges = { after: undefined, before: undefined, limit: PAGE };
    for (const { order_id } of known.slice(0, 3)) {
      const term = typed(order_id.slice(-7).toLowerCase());
      const found = await finder.find(scope, { ...ANY, ...edges, term });
      if (found === "too_slow") throw new Error(found);
      expect(found.payments.map(({ orderId }) => orderId)).toEqual([order_id]);
    }
  });
});

/** The orders of all pages, in the order of the pages. */
async function turn(
  ask: (edge: Partial<PaymentSearch>) => Promise<FoundPayments>,
  side: "after" | "before",
  from?: string,
): Promise<readonly string[]> {
  const orders: string[] = [];
  let edge = from;
  for (;;) {
    const found = await ask(edge === undefined ? {} : { [side]: edge as OrderId });
    const page = found.payments.map(({ orderId }) => orderId);
    orders.push(...(side === "after" ? page : page.toReversed()));
    const hasMore = side === "after" ? found.hasOlder : found.hasNewer;
    if (!hasMore) return orders;
    edge = found.leftOffAt?.orderId ?? orders.at(-1);
  }
}

const CUSTOMERS = `
  insert into session
  select (jsonb_populate_record(session, jsonb_build_object(
    'session_id', payment.session_id,
    'metadata', jsonb_build_object('shelf', 'web-' || n % 5)::text,
    'customer', case n % 4
      when 0 then jsonb_build_object('name', 'Işıl', 'surname', 'Yılmaz')
      when 1 then jsonb_build_object('name', 'Işıl Özlem-Gül', 'surname', 'Öz')
      when 2 then jsonb_build_object('name', 'Ali', 'email', 'c' || n || '@example.com')
      else jsonb_build_object('surname', 'Öz', 'email', 'c' || n || '@example.com',
        'phone', '+9053211122' || lpad(n::text, 2, '0')) end))).*
  from (
    select *, split_part(session_id, '-', 2)::int as n from payment where session_id like '%-%'
  ) as payment
  join session on session.session_id = split_part(payment.session_id, '-', 1)`;

const KNOWN = `
  select order_id, state, payment.amount, card_last_four,
    concat_ws(' ', customer ->> 'name', customer ->> 'surname') as name,
    coalesce(customer ->> 'email', '') as email, customer ->> 'phone' as phone,
    payment.reference, metadata::json ->> 'shelf' as shelf
  from payment join session using (merchant_id, session_id)
  order by payment.created_at desc, order_id desc`;

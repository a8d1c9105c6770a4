import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { summarize } from "../../src/bank/book.ts";
import { sqlBook } from "../../src/bank/sql-book.ts";
import { HOUR, MINUTE } from "../../src/kernel/clock.ts";
import type { OrderId } from "../../src/kernel/ids.ts";
import { clearAttempt } from "../../src/domain/refund/clear-attempt.ts";
import { recoverPayments } from "../../src/service/runtime/payments.ts";
import { untilSealed, verified } from "../support/books.ts";
import { createApiClient, type ApiClient } from "../support/api-client.ts";
import { connectDoor, DOOR_TERMINALS, untilConnected } from "../support/door-terminals.ts";
import { merchantCalls, query } from "../support/merchant-calls.ts";
import { makeOperatorKey, operatorClient, type OperatorClient } from "../support/operator.ts";
import { isWholeRun } from "../support/full-run.ts";
import { passChallenge, type CustomerDecision } from "../support/protocol-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
/** The models in which the bank charges at its own page. */
const CHARGE_INSIDE = new Set(["3d_pay", "3D_PAY", "3DPay"]);

/** The returns of a customer who has decided; a page that is closed has none. */
const VISITS = [
  { decision: "approve", returns: 1 },
  { decision: "approve", returns: 2 },
  { decision: "approve", returns: 0 },
  { decision: "decline", returns: 1 },
  { decision: "decline", returns: 0 },
  { decision: "close", returns: 0 },
] as const satisfies readonly { decision: CustomerDecision; returns: number }[];
type Visit = (typeof VISITS)[number];

/** Each protocol with a choice of models, each pair of different ones. */
const PAIRS = DOOR_TERMINALS.flatMap((terminal) => {
  const { name, models } = terminal.protocol;
  return models.flatMap((before) =>
    models
      .filter((after) => after !== before)
      .map((after) => ({ title: `${name}, ${before} → ${after}`, terminal, before, after })),
  );
});
type Change = (typeof PAIRS)[number];
/** In every run, the pairs that change who charges at a page of one kind. */
const CHANGES = PAIRS.filter(({ before, after }) => {
  const isOther = CHARGE_INSIDE.has(before) !== CHARGE_INSIDE.has(after);
  return isWholeRun || (isOther && before !== "3d_host" && after !== "3d_host");
});

type Opened = Visit & {
  readonly session: string;
  readonly order: string;
  /** Brings one of the returns that the bank gave the browser. */
  readonly comeBack: () => Promise<void>;
};

describe("the 3-D Secure model of a connection that changes while customers are at the bank", () => {
  let shop: TestService;
  let operator: OperatorClient;
  const lanes: {
    readonly change: Change;
    readonly api: ApiClient;
    readonly path: string;
    readonly key: string;
  }[] = [];
  beforeAll(async () => {
    shop = await startTestService();
    operator = operatorClient(shop.url, (await makeOperatorKey(shop)).text);
    for (const change of CHANGES) {
      const merchant = await shop.createMerchant(change.title);
      const connection = await connectDoor({ ...shop, merchant }, change.terminal);
      const { merchantId, connectionId } = connection;
      const path = `merchants/${merchantId}/connections/${connectionId}`;
      const api = createApiClient(shop.url, merchant.testApiKey);
      lanes.push({ change, api, path, key: merchant.testApiKey });
    }
    await untilConnected(shop, CHANGES.length);
  });
  afterAll(() => shop.close());

  const setModel = async (path: string, model: string): Promise<void> => {
    expect((await operator("PATCH", path, { model })).status).toBe(200);
  };

  /** Begins a payment, and decides at the bank's page. */
  async function open(api: ApiClient, session: string, visit: Visit): Promise<Opened> {
    const paid = await api.pay(session, CARD, { fields: { is_3d: true } });
    expect(paid.status, paid.text).toBe(200);
    const order = String(paid.body["order_id"]);
    const sql = "select attempt_id from attempt where order_id = $1 and kind = 'authorize'";
    const [attempt] = await query(shop, sql, [order]);
    const returnUrl = `${shop.url}/checkout/return/${String(attempt?.["attempt_id"])}`;
    const url = String(paid.body["redirect_url"]);
    const customer = { returnUrl, decision: visit.decision, cardNumber: CARD };
    const [fields] = await passChallenge({ kind: "redirect", url }, customer);
    const comeBack = async (): Promise<void> => {
      const body = new URLSearchParams(fields);
      await (await fetch(returnUrl, { method: "POST", body, redirect: "manual" })).text();
    };
    return { ...visit, session, order, comeBack };
  }

  const begin = async (api: ApiClient): Promise<readonly Opened[]> =>
    Promise.all(VISITS.map(async (visit) => open(api, await api.session(), visit)));

  const comeBack = ({ returns, comeBack: bring }: Opened): Promise<unknown> =>
    Promise.all(Array.from({ length: returns }, bring));

  /** Lets time pass with its inquiries: in small steps while a customer may still come back. */
  async function letPass(ms: number): Promise<void> {
    const refreshClocks = () => Promise.resolve();
    const { round } = recoverPayments(shop.service.deps, { refreshClocks });
    for (let passed = 0; passed < ms;) {
      const step = passed < 2 * HOUR ? 5 * MINUTE : HOUR;
      shop.clock.move(step);
      passed += step;
      await round();
    }
  }

  const statusOf = async (api: ApiClient, { session, order }: Opened): Promise<unknown> =>
    (await api.status(session, order)).body["status"];

  const charged = async (sessions: readonly string[]): Promise<ReadonlyMap<unknown, number>> => {
    const { inForceByRequest } = summarize(await sqlBook(shop.database.open({ max: 1 })).list());
    const attempts = await query(
      shop,
      `select session_id, coalesce(acquirer_reference, attempt_id) as reference
       from payment join attempt using (merchant_id, order_id)
       where session_id = any($1) and kind = 'authorize'`,
      [sessions],
    );
    const times = new Map<unknown, number>();
    for (const { session_id: session, reference } of attempts) {
      const more = inForceByRequest.get(String(reference)) ?? 0;
      times.set(session, (times.get(session) ?? 0) + more);
    }
    return times;
  };

  it("alters nothing of what becomes of their payments", async () => {
    for (const { path, change } of lanes) await setModel(path, change.before);
    // One lane after the other: the service turns away more calls of one network than it serves.
    const opened: (readonly Opened[])[] = [];
    for (const { api } of lanes) opened.push(await begin(api));
    for (const { path, change } of lanes) await setModel(path, change.after);
    for (const payments of opened) await Promise.all(payments.map(comeBack));

    // A customer whose payment has failed pays again, and comes back under the present model.
    const again = { decision: "approve", returns: 1 } as const;
    const retried = new Set<string>();
    for (const [lane, { api }] of lanes.entries()) {
      for (const payment of opened[lane] ?? []) {
        if ((await statusOf(api, payment)) !== "failed") continue;
        retried.add(payment.order);
        await comeBack(await open(api, payment.session, again));
      }
    }

    await letPass(30 * HOUR);

    const found: unknown[] = [];
    const expected: unknown[] = [];
    for (const [lane, { api, change }] of lanes.entries()) {
      const payments = opened[lane] ?? [];
      const times = await charged(payments.map(({ session }) => session));
      const isInside = CHARGE_INSIDE.has(change.before);
      for (const payment of payments) {
        const { decision, returns, session, order } = payment;
        const told = [change.title, decision, `${returns} returns`];
        const isPaid = decision === "approve" && (isInside || returns > 0);
        const isCharged = isPaid || retried.has(order);
        found.push([...told, await statusOf(api, payment), times.get(session)]);
        expected.push([...told, isPaid ? "completed" : "failed", isCharged ? 1 : 0]);
      }
    }
    expect(found).toEqual(expected);
    const left = await query(
      shop,
      "select order_id from attempt where state in ('open','needs_person')",
    );
    expect(left).toEqual([]);
    await untilSealed(shop);
    expect((await verified(shop)).differences).toEqual([]);
  }, 120_000);

  it("leaves a charge that the bank was not asked for to a person, and asks no more", async () => {
    const lane = lanes.find(({ change }) => change.before === "3d_pay");
    if (lane === undefined) throw new Error("no lane in which the bank charges");
    const { api, path, change } = lane;
    await setModel(path, change.before);
    const visit = { decision: "approve", returns: 0 } as const;
    const charge = await open(api, await api.session(), visit);
    // As if the gate had been asked for the authentication alone.
    await query(shop, "update attempt set charge_inside = false where order_id = $1", [
      charge.order,
    ]);
    const attemptOf = async () =>
      (await query(shop, "select * from attempt where order_id = $1", [charge.order]))[0];
    await letPass(HOUR);
    expect(await attemptOf()).toMatchObject({ state: "open" });
    await letPass(HOUR);
    const waiting = { state: "needs_person", person_reason: "charged_unasked", due_at: null };
    expect(await attemptOf()).toMatchObject(waiting);

    // Neither a late return nor giving up at the payment page ends what the bank has charged.
    await charge.comeBack();
    const { session, order } = charge;
    const body = new URLSearchParams({ session, order });
    await fetch(`${shop.url}/checkout/abandon`, { method: "POST", body, redirect: "manual" });
    await letPass(30 * HOUR);
    expect(await attemptOf()).toMatchObject(waiting);
    expect(await statusOf(api, charge)).toBe("processing");

    const { deps } = shop.service;
    const attempt = await deps.payments.findAuthorization(charge.order as OrderId);
    if (attempt === undefined) throw new Error("the payment has no attempt");
    const finding = { attempt, isBooked: true, bankReference: undefined };
    expect(await clearAttempt(deps, finding)).toEqual({ ok: true, value: "cleared" });
    expect(await statusOf(api, charge)).toBe("completed");
    const till = merchantCalls(api, lane.key);
    expect((await till.refund(charge.order)).body).toMatchObject({ success: true });
  }, 120_000);
});

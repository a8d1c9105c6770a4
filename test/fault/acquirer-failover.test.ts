import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ConnectionId } from "../../src/kernel/ids.ts";
import { statesAwaiting } from "../../src/domain/payment/states.ts";
import { quoted } from "../../src/database/mapping/quoted.ts";
import { connectDouble, installationWithKey } from "../support/double-connection.ts";
import { ruleOf } from "../support/connections.ts";
import { query } from "../support/merchant-calls.ts";
import { createDoubleBank, type Behaviour, type DoubleBank } from "../support/protocol-double.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
/** `npm run soak -- --failover` makes more of them. */
const PAYMENTS = Number(process.env["VEZNE_FAILOVER_PAYMENTS"] ?? "500");
const AT_ONCE = 10;
const [FIRST, SECOND] = ["710001", "710002"];
/** The first connection's behaviour, in turns; the second one refuses cards now and then. */
const FAULTS: readonly Behaviour[] = [
  "down",
  "approves",
  "slow",
  "declines",
  "loses_answers",
  "charges_late",
];

describe("payments whose first connection fails", () => {
  let bank: DoubleBank;
  let shop: TestService;
  beforeAll(async () => {
    bank = createDoubleBank();
    shop = await startTestService({ protocols: [bank.protocol] });
    const ids: ConnectionId[] = [];
    for (const terminal of [FIRST, SECOND]) {
      ids.push((await connectDouble(shop, bank, { terminal })).connectionId);
    }
    const installation = await installationWithKey(shop);
    await installation.connections.replaceRules(owner(), [ruleOf({ connections: ids })]);
    await installation.close();
    await vi.waitFor(
      async () => {
        await sell();
        // The service reads the new connections within a second.
        expect(bank.requests).not.toEqual([]);
      },
      { timeout: 40_000 },
    );
  });
  afterAll(() => shop.close());

  const owner = () => ({
    merchantId: shop.merchant.merchant.merchantId,
    mode: "test" as const,
  });
  const sell = async () => shop.api.pay(await shop.api.session(), CARD);
  const open = async (): Promise<number> => {
    const states = quoted(statesAwaiting("bank"));
    const rows = await query(
      shop,
      `select count(*)::int as open from payment where state in (${states})`,
    );
    return Number(rows[0]?.["open"]);
  };
  /** Moves the clock until the banks' answers have decided every payment. */
  const awaitOutcomes = async (): Promise<void> => {
    await expect
      .poll(
        async () => {
          if ((await open()) === 0) return 0;
          shop.clock.move(30_000);
          return open();
        },
        { timeout: 120_000, interval: 200 },
      )
      .toBe(0);
  };

  /** Makes payments while the first connection has a fault, and lets the bank end late work. */
  const round = async (behaviour: Behaviour, count: number): Promise<void> => {
    bank.set(FIRST, behaviour);
    const calls = Array.from({ length: count }, sell);
    if (behaviour === "slow") {
      const answering = setInterval(() => bank.answerSlowly(), 5);
      await Promise.all(calls).finally(() => clearInterval(answering));
    }
    await Promise.all(calls);
    bank.chargeLate();
    await awaitOutcomes();
    // The pause of an open breaker ends, so that the first connection is tried again.
    shop.clock.move(6 * 60_000);
  };

  it(`are charged once at most, in ${PAYMENTS} payments`, async () => {
    const before = bank.requests.length;
    for (let made = 0; made < PAYMENTS; made += AT_ONCE) {
      const turn = made / AT_ONCE;
      bank.set(SECOND, turn % 7 === 6 ? "declines" : "approves");
      await round(FAULTS[turn % FAULTS.length] ?? "approves", Math.min(AT_ONCE, PAYMENTS - made));
    }
    const orders = await query(
      shop,
      `select order_id, payment.state, array_agg(acquirer_reference) as refs,
         (array_agg(attempt.acquirer order by attempt_id desc))[1] = payment.acquirer as in_order,
         count(*) filter (where attempt.kind = 'authorize') as tries
       from payment join attempt using (merchant_id, order_id)
       where payment.acquirer <> 'sandbox'
       group by order_id, payment.state, payment.acquirer`,
    );
    const charged = orders.map(({ state, refs, tries }) => ({
      state,
      tries: Number(tries),
      charges: (refs as readonly string[]).filter((reference) => bank.charges.has(reference)),
    }));
    expect(charged.length).toBeGreaterThanOrEqual(PAYMENTS);
    expect(charged.filter(({ charges }) => charges.length > 1)).toEqual([]);
    const wrong = charged.filter(
      ({ state, charges }) => (state === "completed") !== (charges.length === 1),
    );
    expect(wrong).toEqual([]);
    expect(charged.filter(({ tries }) => tries > 2)).toEqual([]);
    expect(orders.filter(({ in_order: inOrder }) => inOrder !== true)).toEqual([]);
    const moved = charged.filter(({ tries }) => tries === 2).length;
    expect(moved).toBeGreaterThan(0);
    const { size } = bank.charges;
    expect(size).toBe(charged.filter(({ state }) => state === "completed").length);
    console.log(
      `${charged.length} payments, ${bank.requests.length - before} requests, ` +
        `${moved} taken over by the second connection, ${size} charges`,
    );
  });

  it("are never sent to the second connection after an answer that was lost", async () => {
    bank.set(FIRST, "loses_answers");
    bank.set(SECOND, "approves");
    const before = bank.requests.length;
    const paid = await sell();
    expect(paid.body["status"]).toBe("processing");
    expect(bank.requests.slice(before).map((request) => request.split(" ")[0])).toEqual([FIRST]);
    await awaitOutcomes();
    expect(
      await query(
        shop,
        "select acquirer is not null as known, state from payment where order_id = $1",
        [paid.body["order_id"]],
      ),
    ).toEqual([{ known: true, state: "completed" }]);
  });
});

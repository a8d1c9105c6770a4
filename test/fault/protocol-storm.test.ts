// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { summarize } from "../../src/bank/book.ts";
import type { FaultBehaviour } from "../../src/bank/faults.ts";
import { sqlBook } from "../../src/bank/sql-book.ts";
import { DAY, HOUR, MINUTE } from "../../src/kernel/clock.ts";
import { statesAwaiting } from "../../src/domain/payment/states.ts";
import { quoted } from "../../src/database/mapping/quoted.ts";
import { verified } from "../support/books.ts";
import { Chance } from "../support/chance.ts";
import { HistoryService } from "../support/history-service.ts";
import {
  buy,
  openProtocolShops,
  refund,
  throughKills,
  type ProtocolShop,
} from "../support/protocol-shops.ts";

/** `npm run soak -- --protocols` sets it. */
const isLong = process.env["VEZNE_PROTOCOLS"] === "long";
const PURCHASES_OF_SHOP = isLong ? 120 : 12;
const KILLS = isLong ? 6 : 2;
const SHARE_OF_FAULTS = 0.15;
/** The least part of a shop's purchases that is paid; few purchases vary much. */
const LEAST_PAID = isLong ? 0.25 : 0.08;
const FAULTS: readonly FaultBehaviour[] = [
  "cut",
  "cutBeforeBooking",
  "status500",
  "status500AfterBooking",
  "garbage",
  "halfAnswer",
  "delay",
  "doubleReturn",
  "duplicate",
];

/** An order with its charges, and the numbers of its approvals and of its cases before a person. */
type Order = {
  readonly merchant_id: string;
  readonly order_id: string;
  readonly state: string;
  readonly captured: bigint;
  readonly net: bigint;
  readonly cases: bigint;
  readonly approved: bigint;
  readonly refs: readonly string[];
};

describe("payments by all bank protocols while the service is killed", () => {
  let service: HistoryService;
  let shops: readonly ProtocolShop[];
  const chance = new Chance(15);
  beforeAll(async () => {
    service = await HistoryService.start();
    shops = await openProtocolShops(service);
  });
  afterAll(async () => {
    await service.kill();
    await service.close();
  });

  const storm = () => service.storm(SHARE_OF_FAULTS, FAULTS);
  const orders = async (): Promise<readonly Order[]> =>
    (
      await service.pool.query<Order>(
        `select payment.merchant_id, payment.order_id, payment.state,
           captured_amount as captured, captured_amount - refunded_amount as net,
           count(*) filter (where attempt.state = 'needs_person') as cases,
           count(*) filter (where kind = 'authorize' and attempt.state = 'approved') as approved,
           array_agg(acquirer_reference) filter (where kind = 'authorize') as refs
         from payment join attempt using (merchant_id, order_id)
         group by payment.merchant_id, order_id, payment.state, captured_amount, refunded_amount`,
      )
    ).rows;
  const open = async () => {
    const states = quoted(statesAwaiting("bank", "customer", "modification"));
    const { rows } = await service.pool.query<Record<string, unknown>>(
      `select payment.order_id, attempt.kind, payment.state, attempt.due_at,
         (select name from merchant where merchant.merchant_id = payment.merchant_id)
       from attempt join payment using (merchant_id, order_id)
       left join refund on refund.attempt_id = attempt.attempt_id
       where attempt.state <> 'needs_person' and (
         attempt.state = 'open'
         or refund.state in ('calling', 'unknown', 'pending')
         or (attempt.kind = 'authorize' and payment.state in (${states})
           and not exists (select from attempt as other where other.order_id = payment.order_id
             and other.state = 'needs_person')))`,
    );
    return rows;
  };
  const refundAgain = async (): Promise<readonly (() => Promise<void>)[]> => {
    const taken = (await orders()).filter(({ state, net }) => state === "completed" && net > 0n);
    return taken.flatMap(({ merchant_id, order_id }) => {
      const shop = shops.find(({ merchantId }) => merchantId === merchant_id);
      if (shop === undefined || !chance.isLikely(0.4)) return [];
      return [async () => void (await refund(shop, { chance, order: order_id }))];
    });
  };

  it("are charged once, end, and agree with the bank's book", async () => {
    const purchases = Array.from({ length: PURCHASES_OF_SHOP }, () =>
      shops.map((shop) => () => buy({ service, chance }, shop)),
    ).flat();
    await throughKills(service, { kills: KILLS, work: purchases }, storm);
    await service.pass(MINUTE);
    await service.pass(DAY);
    await throughKills(service, { kills: 1, work: await refundAgain() }, storm);
    await service.storm(0, []);
    await service.pass(MINUTE);
    for (let hours = 0; (await open()).length > 0 && hours < 72; hours += 6) {
      await service.pass(6 * HOUR);
    }
    expect(await open()).toEqual([]);

    const made = await orders();
    const entries = await sqlBook(service.pool).list();
    const undecided = made.filter(({ cases }) => cases > 0n);
    for (const shop of shops) {
      const { name } = shop.terminal.protocol;
      const mine = made.filter(({ merchant_id }) => merchant_id === shop.merchantId);
      const decided = mine.filter(({ cases }) => cases === 0n);
      const book = entries.filter(({ terminal }) => terminal.startsWith(`${name}:`));
      const charges = summarize(book).inForceByRequest;
      const chargesOf = ({ refs }: Order) => refs.filter((reference) => charges.has(reference));
      expect(mine.filter((order) => chargesOf(order).length > 1)).toEqual([]);
      const atBank = ({ refs }: Order): bigint => {
        const own = book.filter(({ requestId }) => refs.includes(requestId));
        return summarize(own).netMinor.get("TRY") ?? 0n;
      };
      const told = (order: Order, net: bigint) => [name, order.order_id, order.state, net];
      expect(decided.map((order) => told(order, atBank(order)))).toEqual(
        decided.map((order) => told(order, order.net)),
      );
      const net = decided.reduce((sum, order) => sum + order.net, 0n);
      const paid = mine.filter(({ approved }) => approved > 0n).length;
      console.log(`${name}: ${mine.length} orders, ${paid} paid or held, ${net} kuruş kept`);
      expect(paid).toBeGreaterThan(PURCHASES_OF_SHOP * LEAST_PAID);
    }
    const paid = made.filter(({ approved }) => approved > 0n).length;
    expect(paid).toBeGreaterThan(made.length / 4);
    console.log(`${made.length} orders, ${undecided.length} of them with a case before a person`);
    expect((await verified(service)).differences).toEqual([]);
  }, 600_000);
});

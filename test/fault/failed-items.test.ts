import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSetAside, mayDrop } from "../../src/domain/job/failed-item.ts";
import { readEvents } from "../support/event-reader.ts";
import { breakableShop, type BrokenShop } from "../support/failed-items.ts";
import { merchantCalls, paidOrder } from "../support/merchant-calls.ts";
import { startTestService } from "../support/service.ts";
import { awaitTransfer, sendMoney } from "../support/transfer-customer.ts";
import { addEndpoint, manageWebhooks, startReceiver } from "../support/webhook-receiver.ts";

const CARD = "5528790000000008";
/** The bank approves this card, and its answer is lost. */
const LOST_CARD = "5504720000000003";
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const SOON = { timeout: 80_000 };

describe("a recovery that fails", () => {
  let broken: BrokenShop;
  beforeAll(async () => void (broken = await breakableShop()));
  afterAll(() => broken.close());

  const statusOf = async (session: string, order: unknown) =>
    (await broken.shop.api.status(session, order)).body["status"];

  async function lost() {
    const session = await broken.shop.api.session();
    const { body } = await broken.shop.api.pay(session, LOST_CARD);
    expect(body["status"]).toBe("processing");
    return { session, order: body["order_id"] };
  }

  const figure = async (name: string) => {
    const lines = async () =>
      (await (await fetch(`${broken.shop.url}/metrics`)).text()).split("\n");
    const found = async () => (await lines()).find((line) => line.startsWith(name))?.split(" ")[1];
    await expect.poll(found, SOON).not.toBe("0");
    return found();
  };

  it.each([
    ["its currency is none", "currency = 'XXX'", "currency = 'TRY'"],
    ["its time is none", "created_at = '-infinity'", "created_at = '2026-11-21T09:00:00Z'"],
  ])(
    "because %s is set aside, blocks no other item and no restart, and succeeds once repaired",
    async (_why, spoiled, whole) => {
      const [poison, healthy] = [await lost(), await lost()];
      const set = (fields: string) =>
        broken.owner.query(`update attempt set ${fields} where order_id = $1`, [poison.order]);
      await set(spoiled);
      broken.shop.clock.move(3 * SECOND);
      await expect.poll(() => statusOf(healthy.session, healthy.order), SOON).toBe("completed");
      const item = await broken.fails("recovery");
      expect([item.tries, isSetAside(item), mayDrop(item)]).toEqual([1, false, false]);
      expect(item.error).toMatch(/^Error: Invariant broken: column /);
      for (let tries = 2; tries <= 6; tries += 1) {
        broken.shop.clock.move(HOUR);
        await expect
          .poll(async () => (await broken.items("recovery"))[0]?.tries, SOON)
          .toBeGreaterThanOrEqual(tries);
      }
      expect(await broken.doctor()).toMatchObject({
        status: "failed",
        detail: expect.stringContaining(`recovery ${item.itemId}: Error`) as string,
      });
      const named = ["--job", "recovery", "--item", item.itemId];
      expect(await broken.vezne("jobs", "drop", ...named)).toMatchObject({
        error: { exit_code: 1 },
      });

      expect(await figure('vezne_failed_items{job_name="recovery",state="set_aside"}')).toBe("1");
      const other = await startTestService({ ...broken, clock: broken.shop.clock });
      const neighbour = await lost();
      broken.shop.clock.move(3 * SECOND);
      await expect.poll(() => statusOf(neighbour.session, neighbour.order), SOON).toBe("completed");
      await other.service.stop();

      await set(whole);
      await broken.retries("recovery");
      expect(await statusOf(poison.session, poison.order)).toBe("completed");
    },
  );

  it("of a refund is set aside like that of a payment", async () => {
    const { api, merchant, faults, clock } = broken.shop;
    const calls = merchantCalls(api, merchant.testApiKey);
    const [one, other] = [await paidOrder(api), await paidOrder(api)];
    const refundOf = async (order: unknown) => {
      faults.next({ operation: "refund", behaviour: "cut" });
      return (await calls.refund(order)).body["refund_id"];
    };
    const [poison, healthy] = [await refundOf(one.order), await refundOf(other.order)];
    const stateOf = async (refund: unknown) => (await calls.findRefund(refund)).body["status"];
    await broken.owner.query("update refund set currency = 'XXX' where refund_id = $1", [poison]);
    clock.move(40 * SECOND);
    await expect.poll(() => stateOf(healthy), SOON).toBe("refunded");
    await broken.fails("recovery");
    await broken.owner.query("update refund set currency = 'TRY' where refund_id = $1", [poison]);
    await broken.retries("recovery");
    expect(await stateOf(poison)).toBe("refunded");
  });
});

describe("a delivery that fails", () => {
  let broken: BrokenShop;
  beforeAll(async () => void (broken = await breakableShop()));
  afterAll(() => broken.close());

  it("is given up after some attempts, and sent again once the cause is repaired", async () => {
    const { shop, owner } = broken;
    const webhooks = await manageWebhooks(shop);
    const [bad, good] = [await startReceiver(), await startReceiver()];
    const endpoint = await addEndpoint(webhooks, shop.merchant.merchant, bad);
    await addEndpoint(webhooks, shop.merchant.merchant, good);
    const { rows } = await owner.query<{ secrets: unknown }>(
      `update webhook_endpoint set secrets = '{"not": "a list"}' where endpoint_id = $1
       returning (select secrets from webhook_endpoint where endpoint_id = $1) as secrets`,
      [endpoint.endpointId],
    );
    await paidOrder(shop.api);
    await expect.poll(() => good.received.length, SOON).toBe(1);
    expect(mayDrop(await broken.fails("delivery"))).toBe(true);
    const states = () =>
      owner.query<{ state: string }>(
        "select state from webhook_delivery where endpoint_id = $1 order by position",
        [endpoint.endpointId],
      );
    await expect
      .poll(async () => {
        shop.clock.move(HOUR);
        return (await states()).rows.map(({ state }) => state);
      }, SOON)
      .toEqual(["failed"]);
    expect((await broken.items("delivery"))[0]).toMatchObject({ tries: 5 });
    await owner.query("update webhook_endpoint set secrets = $2 where endpoint_id = $1", [
      endpoint.endpointId,
      JSON.stringify(rows[0]?.secrets),
    ]);
    await broken.retries("delivery");
    expect(bad.received).toHaveLength(1);
    await Promise.all([bad.stop(), good.stop(), webhooks.close()]);
  });

  it("because its outcome cannot be written is counted, and affects no other delivery", async () => {
    const { shop, owner } = broken;
    const webhooks = await manageWebhooks(shop);
    const [bad, good] = [await startReceiver(), await startReceiver()];
    const endpoint = await addEndpoint(webhooks, shop.merchant.merchant, bad);
    await addEndpoint(webhooks, shop.merchant.merchant, good);
    await owner.query(
      `alter table webhook_attempt add constraint unwritable
         check (endpoint_id <> '${endpoint.endpointId}')`,
    );
    await paidOrder(shop.api);
    await expect.poll(() => good.received.length, SOON).toBe(1);
    expect((await broken.fails("delivery")).error).toContain("unwritable");
    await owner.query("alter table webhook_attempt drop constraint unwritable");
    await broken.retries("delivery");
    await Promise.all([bad.stop(), good.stop(), webhooks.close()]);
  });
});

describe("events that cannot be placed", () => {
  let broken: BrokenShop;
  beforeAll(async () => void (broken = await breakableShop()));
  afterAll(() => broken.close());

  it("wait together with all events of their session, and are placed in order after the repair", async () => {
    const { shop, owner } = broken;
    const calls = merchantCalls(shop.api, shop.merchant.testApiKey);
    const events = async () =>
      (await readEvents(shop, shop.merchant.testApiKey, {})).events.map(({ type, data }) => [
        type,
        data["session_id"],
      ]);
    const poison = await shop.api.session();
    await owner.query(
      `create function refuse_place() returns trigger language plpgsql as $$
       begin
         if exists (select from event where merchant_id = new.merchant_id
           and event_id = new.event_id and session_id = '${poison}')
         then raise exception 'this session has no place'; end if;
         return new;
       end $$`,
    );
    await owner.query(
      "create trigger refuse_place before insert on event_feed for each row execute function refuse_place()",
    );
    const paid = await shop.api.pay(poison, CARD);
    const healthy = await paidOrder(shop.api);
    await expect.poll(events, SOON).toEqual([["payment.completed", healthy.session]]);
    expect(await broken.fails("event_place")).toMatchObject({
      itemId: poison,
      error: "error: this session has no place",
    });
    await calls.refund(paid.body["order_id"], { amount: 100 });
    await calls.refund(healthy.order, { amount: 100 });
    await expect.poll(async () => (await events()).length, SOON).toBe(2);

    await owner.query("drop trigger refuse_place on event_feed");
    await broken.retries("event_place");
    const own = async () => (await events()).filter(([, session]) => session === poison);
    await expect.poll(own, SOON).toEqual([
      ["payment.completed", poison],
      ["refund.succeeded", poison],
    ]);
    expect(await events()).toHaveLength(4);
  });
});

describe("a statement line that fails", () => {
  let broken: BrokenShop;
  beforeAll(async () => void (broken = await breakableShop()));
  afterAll(() => broken.close());

  const statusOf = async ({ session, id }: { session: string; id: string }) =>
    (await broken.shop.api.status(session, id)).body["status"];
  const order = ({ account }: Awaited<ReturnType<typeof awaitTransfer>>) => ({
    iban: account.iban,
    description: account.reference_code,
    minor: account.amount,
  });

  it("in matching waits alone, and completes its payment once it is repaired", async () => {
    const { shop, owner } = broken;
    const [poison, healthy] = [await awaitTransfer(shop), await awaitTransfer(shop)];
    const code = poison.account.reference_code;
    await owner.query(
      `create function spoil() returns trigger language plpgsql as $$
       begin
         if new.description = '${code}' then new.currency := 'XXX'; end if;
         return new;
       end $$`,
    );
    await owner.query(
      "create trigger spoil before insert on statement_line for each row execute function spoil()",
    );
    await sendMoney(shop, order(poison));
    await sendMoney(shop, order(healthy));
    await expect.poll(() => statusOf(healthy), SOON).toBe("completed");
    expect(mayDrop(await broken.fails("transfer_line"))).toBe(false);
    await owner.query("drop trigger spoil on statement_line");
    await owner.query("update statement_line set currency = 'TRY' where currency = 'XXX'");
    await broken.retries("transfer_line");
    expect(await statusOf(poison)).toBe("completed");
  });

  it("in storing is stored apart, and completes its payment once it can be stored", async () => {
    const { shop, owner } = broken;
    const [poison, healthy] = [await awaitTransfer(shop), await awaitTransfer(shop)];
    await owner.query(
      `alter table statement_line add constraint unwritable
         check (description <> '${poison.account.reference_code}')`,
    );
    await sendMoney(shop, order(poison));
    await sendMoney(shop, order(healthy));
    await expect.poll(() => statusOf(healthy), SOON).toBe("completed");
    expect(mayDrop(await broken.fails("line_intake"))).toBe(false);
    await owner.query("alter table statement_line drop constraint unwritable");
    await broken.retries("line_intake");
    await expect.poll(() => statusOf(poison), SOON).toBe("completed");
  });
});

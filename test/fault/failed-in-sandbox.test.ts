// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY, MINUTE } from "../../src/kernel/clock.ts";
import { breakableShop, type BrokenShop } from "../support/failed-items.ts";
import { letTimePass } from "../support/let-time-pass.ts";
import { addEndpoint, manageWebhooks, startReceiver } from "../support/webhook-receiver.ts";

/** The bank approves this card, and its answer is lost. */
const LOST_CARD = "5504720000000003";

describe("failed items of a sandbox whose clock is ahead", () => {
  let broken: BrokenShop;
  beforeAll(async () => void (broken = await breakableShop()));
  afterAll(() => broken.close());

  const triesOf = async () => {
    const kinds = ["recovery", "delivery", "session_expiry"] as const;
    const items = (await Promise.all(kinds.map((kind) => broken.items(kind)))).flat();
    return new Set(items.map(({ kind, tries }) => `${kind} ${tries}`));
  };
  const ALL_ONCE = new Set(["recovery 1", "delivery 1", "session_expiry 1"]);
  const ALL_TWICE = new Set(["recovery 2", "delivery 2", "session_expiry 2"]);

  it("are retried in real time, and an advance does not wait for them", async () => {
    const { shop, owner } = broken;
    const webhooks = await manageWebhooks(shop);
    const receiver = await startReceiver();
    const { merchant } = shop.merchant;
    const { endpointId } = await addEndpoint(webhooks, merchant, receiver);
    await owner.query(
      `update webhook_endpoint set secrets = '{"not": "a list"}' where endpoint_id = $1`,
      [endpointId],
    );
    const [paid, unpaid] = [await shop.api.session(), await shop.api.session()];
    const { body } = await shop.api.pay(paid, LOST_CARD);
    await owner.query("update attempt set currency = 'XXX' where order_id = $1", [
      body["order_id"],
    ]);
    await owner.query("update session set currency = 'XXX' where session_id = $1", [unpaid]);
    const sandbox = { ...shop, merchantId: merchant.merchantId };
    await broken.fails("delivery");

    expect(await letTimePass(sandbox, DAY)).toMatchObject({ unfinished: 0 });
    expect(await triesOf()).toEqual(ALL_ONCE);
    expect(await letTimePass(sandbox, MINUTE)).toMatchObject({ unfinished: 0 });
    expect(await triesOf()).toEqual(ALL_ONCE);

    shop.clock.move(MINUTE);
    await expect.poll(triesOf, { timeout: 80_000 }).toEqual(ALL_TWICE);
    await Promise.all([receiver.stop(), webhooks.close()]);
  });
});

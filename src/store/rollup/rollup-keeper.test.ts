import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paidOrder, query } from "../../../test/support/merchant-calls.ts";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { DAY, later } from "../../kernel/clock.ts";
import { createRollupKeeper } from "./rollup-keeper.ts";

const WAITING = `
  select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like 'delete%'`;

describe("the rebuilding of a merchant's roll-up", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  it("is tried again where changes were compacted into new rows meanwhile", async () => {
    const { merchantId } = shop.merchant.merchant;
    const keeper = createRollupKeeper(shop.database.open({ max: 2 }));
    const compact = () => keeper.compact(later(shop.clock.now(), DAY));
    await paidOrder(shop.api);
    await compact();
    // A roll-up that lacks rows, and one row that another transaction holds.
    await query(shop, "delete from payment_tally where span <> 'month'");
    await query(shop, "update payment_tally set begins_at = '2020-01-01'");
    const other = await shop.database.open({ max: 1 }).connect();
    await other.query("begin");
    await other.query("select from payment_tally for update");
    const rebuilding = keeper.rebuild(merchantId);
    await expect.poll(() => query(shop, WAITING)).toHaveLength(1);
    await paidOrder(shop.api);
    await compact();
    await other.query("commit");
    other.release();
    await rebuilding;
    expect(await keeper.countDifferences(merchantId)).toBe(0);
  });
});

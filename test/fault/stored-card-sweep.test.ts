import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CardOwner } from "../../src/domain/card/stored-card.ts";
import { newOrderId } from "../../src/kernel/ids.ts";
import { Secret } from "../../src/kernel/secret.ts";
import { comeBack, decide, goToBank } from "../support/browserless.ts";
import { query } from "../support/merchant-calls.ts";
import { random } from "../support/sandbox-bank.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { cardNumberOf } from "../support/stored-cards.ts";

const CARD = "5528790000000008";
const MINUTE = 60_000;
const MONTH = 31 * 24 * 60 * MINUTE;

describe("stored cards that are no longer usable", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const sweep = () => shop.service.deps.cardVault.sweep(shop.clock.now());
  const count = async (table: "stored_card" | "card_draft", customer = "ada") => {
    const [row] = await query(
      shop,
      `select count(*)::int as found from ${table}
       ${table === "card_draft" ? "join stored_card using (merchant_id, card_token)" : ""}
       where customer_id = $1`,
      [customer],
    );
    return row?.["found"];
  };
  const owner = (): CardOwner => ({
    merchantId: shop.merchant.merchant.merchantId,
    mode: "test",
    customerId: "ada",
  });

  it("are erased when the process died between storing the card and its payment", async () => {
    const at = shop.clock.now();
    await shop.service.deps.cardVault.setAside({
      owner: owner(),
      orderId: newOrderId(owner().merchantId, { now: at, random }),
      card: {
        number: new Secret(cardNumberOf(1)),
        expiry: { month: 12, year: 2030 },
        cvc: new Secret("123"),
        holderName: "Ada Şahin",
      },
      bankName: undefined,
      at,
    });
    await sweep();
    expect([await count("card_draft"), await count("stored_card")]).toEqual([1, 1]);
    shop.clock.move(11 * MINUTE);
    await sweep();
    expect([await count("card_draft"), await count("stored_card")]).toEqual([0, 0]);
  });

  it("are kept while their payment is under way, however long it takes", async () => {
    const session = await shop.api.session({ customer: { customer_id: "bora" } });
    const fields = { save_card: true, is_3d: true };
    const paid = await shop.api.pay(session, CARD, { fields });
    const address = await decide(await goToBank(paid), "approve");
    shop.clock.move(15 * MINUTE);
    await sweep();
    expect(await count("card_draft", "bora")).toBe(1);
    await comeBack(address);
    const status = await shop.api.status(session, paid.body["order_id"]);
    expect(status.body).toMatchObject({ status: "completed", card_token: expect.any(String) });
    await sweep();
    expect([await count("card_draft", "bora"), await count("stored_card", "bora")]).toEqual([0, 1]);
  });

  it("are erased a year after they expired", async () => {
    const [expire_year, expire_month] = new Date(shop.clock.now()).toISOString().split("-");
    const session = await shop.api.session({ customer: { customer_id: "cem" } });
    const fields = { save_card: true, expire_year, expire_month };
    expect((await shop.api.pay(session, CARD, { fields })).body["status"]).toBe("completed");
    shop.clock.move(11 * MONTH);
    await sweep();
    expect(await count("stored_card", "cem")).toBe(1);
    shop.clock.move(3 * MONTH);
    await sweep();
    expect(await count("stored_card", "cem")).toBe(0);
    expect(await count("stored_card", "bora")).toBe(1);
  });
});

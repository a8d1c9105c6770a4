import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiBody } from "../support/api-client.ts";
import { connectDoor, DOOR_TERMINALS, untilConnected } from "../support/door-terminals.ts";
import { HELD, merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";

describe("a capture of a part at a bank that captures the whole hold only", () => {
  let shop: TestService;
  beforeAll(async () => {
    shop = await startTestService();
    const terminal = DOOR_TERMINALS.find(({ protocol }) => protocol.name === "akbank");
    if (terminal === undefined) throw new Error("there is no terminal of Akbank");
    await connectDoor({ ...shop, merchant: shop.merchant }, terminal);
    await untilConnected(shop, 1);
  });
  afterAll(() => shop.close());

  const hold = async () => {
    const { order } = await paidOrder(shop.api, { card: CARD, fields: HELD });
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    return { order, capture: (fields?: ApiBody) => till.capture(order, fields) };
  };

  it("is refused before the bank is asked, and names what the bank captures", async () => {
    const { order, capture } = await hold();
    const refused = await capture({ amount: 100_000 });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: "validation_failed",
      detail: "amount must be 125000, because this bank captures the whole held amount only.",
      errors: [{ field: "amount" }],
    });
    const attempts = await query(shop, "select kind from attempt where order_id = $1", [order]);
    expect(attempts).toEqual([{ kind: "authorize" }]);
    const captured = await capture();
    expect(captured.body).toMatchObject({ status: "completed", captured_amount: 125_000 });
  });

  it("answers the repetition of a whole capture as before", async () => {
    const { capture } = await hold();
    expect((await capture({ amount: 125_000 })).body).toMatchObject({ status: "completed" });
    expect((await capture({ amount: 100_000 })).body).toMatchObject({ code: "not_capturable" });
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paidOrder, query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("the books", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  it.each([
    "update posting set amount = amount + 1",
    "delete from posting",
    "truncate posting",
    "update event set type = 'payment.failed'",
    "delete from event",
    "update seal set root = ''",
    "delete from sealed_leaf",
  ])("refuse the service: %s", async (statement) => {
    await paidOrder(shop.api);
    await expect(query(shop, statement)).rejects.toThrow("permission denied");
  });
});

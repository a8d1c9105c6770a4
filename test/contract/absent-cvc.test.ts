import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { saveCard } from "../support/saved-card.ts";
import { startScriptedShop, type ScriptedShop } from "../support/scripted-shop.ts";

const WRONG_CVC = {
  kind: "declined",
  reason: "invalid_cvc",
  bankCode: "0150",
  bankMessage: "CVC HATALI",
} as const;

describe("a bank that calls the CVC of a card wrong", () => {
  let { shop, bank } = {} as ScriptedShop;
  beforeAll(async () => void ({ shop, bank } = await startScriptedShop()));
  afterAll(async () => {
    vi.restoreAllMocks();
    await shop.close();
  });

  it.each([
    ["123", "invalid_cvc"],
    [undefined, "general_error"],
  ])("declines a stored card with the CVC %s as %s", async (cvc, code) => {
    const { token } = await saveCard(shop);
    bank.next("authorize", { answer: WRONG_CVC });
    const card = { session_id: await shop.api.session(), payment_type: "creditcard" };
    const paid = await shop.api.post("/api/v1/payment/pay", { ...card, card_token: token, cvc });
    expect(paid.body).toMatchObject({ success: false, status: "failed", code });
  });
});

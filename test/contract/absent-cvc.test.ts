// tier: core
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { acquirerState } from "../../src/domain/payment/acquirer-state.ts";
import { completeChallenge } from "../../src/domain/payment/charge/complete-challenge.ts";
import { query } from "../support/merchant-calls.ts";
import { ROUND_MS } from "../support/scripted-acquirer.ts";
import { saveCard } from "../support/saved-card.ts";
import { startScriptedShop, type ScriptedShop } from "../support/scripted-shop.ts";

const WRONG_CVC = {
  kind: "declined",
  reason: "invalid_cvc",
  bankCode: "0150",
  bankMessage: "CVC HATALI",
} as const;

describe("a bank that calls the CVC of a card wrong", () => {
  let { shop, bank, round } = {} as ScriptedShop;
  beforeAll(async () => void ({ shop, bank, round } = await startScriptedShop()));
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

  const payWith = async (fields: object, prepare = () => {}): Promise<string> => {
    const { token } = await saveCard(shop);
    prepare();
    const session_id = await shop.api.session();
    const card = { session_id, payment_type: "creditcard", card_token: token };
    const { body } = await shop.api.post("/api/v1/payment/pay", { ...card, ...fields });
    return String(body["order_id"]);
  };
  const rowOf = async (order: string) => {
    const [row] = await query(
      shop,
      `select state, decline_reason, attempt_id from payment join
         (select order_id, attempt_id from attempt) as attempt using (order_id)
       where order_id = $1`,
      [order],
    );
    return row ?? {};
  };

  it.each([
    ["123", "invalid_cvc"],
    [undefined, "general_error"],
  ])("declines it after 3-D Secure with the CVC %s as %s", async (cvc, reason) => {
    const order = await payWith({ cvc, is_3d: true });
    const { state, attempt_id: attemptId } = await rowOf(order);
    expect(state).toBe("challenged");
    const proof = { mdStatus: "1", eci: "05", state: acquirerState("{}") };
    bank.returned = { kind: "authenticated", proof };
    bank.next("authorizeChallenged", { answer: WRONG_CVC });
    const returned = { attemptId: String(attemptId), method: "POST", fields: {} } as const;
    await completeChallenge(shop.service.deps, returned);
    expect(await rowOf(order)).toMatchObject({ state: "failed", decline_reason: reason });
  });

  it.each([
    ["123", "invalid_cvc"],
    [undefined, "general_error"],
  ])("declines it by an inquiry with the CVC %s as %s", async (cvc, reason) => {
    const order = await payWith({ cvc }, () => bank.next("authorize", "lost_before"));
    const inquire = vi.spyOn(bank, "inquire").mockResolvedValue(WRONG_CVC);
    shop.clock.move(ROUND_MS);
    await round();
    inquire.mockRestore();
    expect(await rowOf(order)).toMatchObject({ state: "failed", decline_reason: reason });
  });
});

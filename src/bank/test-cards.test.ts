import { describe, expect, it } from "vitest";
import { instant } from "../kernel/clock.ts";
import { isAnswerCode } from "./answer-codes.ts";
import { refuseCard } from "./card.ts";
import { BEHAVIOURS, behaviourOf, isCardBehaviour, TEST_CARDS } from "./test-cards.ts";

describe("the table of test cards", () => {
  it("contains the cards of the contract, and no other", () => {
    const lines = TEST_CARDS.map((card) =>
      [card.number, card.brand, card.type, card.program ?? "-", card.behaviour].join(" "),
    );
    expect(lines.join("\n")).toMatchInlineSnapshot(`
      "5528790000000008 mastercard credit Paraf approved
      4543590000000006 visa credit Maximum approved
      5400360000000003 mastercard credit Bonus approved
      5451030000000000 mastercard credit World approved
      5526080000000006 mastercard credit Axess approved
      9792030000000000 troy credit CardFinans approved
      374427000000003 amex credit Bonus approved
      5890040000000016 mastercard debit - approved
      4766620000000001 visa debit - approved
      4111111111111129 visa credit - insufficient_balance
      4129111111111111 visa credit - do_not_honour
      4127111111111113 visa credit - lost_card
      4126111111111114 visa credit - stolen_card
      4120111111111110 visa credit - pick_up_card
      4125111111111115 visa credit - expired_card
      4124111111111116 visa credit - wrong_cvc
      4121111111111119 visa credit - fraud_suspect
      4130111111111118 visa credit - general_error
      4131111111111117 visa credit - authentication_fails
      4141111111111115 visa credit - authentication_attempted
      4151111111111112 visa credit - enrolment_fails
      5406670000000009 mastercard credit - refund_and_void_fail
      5504720000000003 mastercard credit - answer_lost
      4157920000000002 visa credit - slow"
    `);
  });

  it("has each number once, and only valid card numbers", () => {
    const now = instant(Date.UTC(2026, 10, 21));
    expect(new Set(TEST_CARDS.map(({ number }) => number)).size).toBe(TEST_CARDS.length);
    for (const { number, brand } of TEST_CARDS) {
      const cvc = brand === "amex" ? "1234" : "123";
      const card = { number, expiry_month: 12, expiry_year: 2030, cvc, holder: "Ada" };
      expect(refuseCard(card, now), number).toBeUndefined();
    }
  });

  it("approves every number that it does not contain", () => {
    expect(behaviourOf("4242424242424242")).toBe("approved");
    expect(behaviourOf("4111111111111129")).toBe("insufficient_balance");
  });

  it("contains listed codes only", () => {
    for (const { code } of Object.values(BEHAVIOURS)) expect(isAnswerCode(code)).toBe(true);
    expect(isCardBehaviour("slow")).toBe(true);
    expect(isCardBehaviour("toString")).toBe(false);
  });
});

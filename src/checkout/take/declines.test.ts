import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVisitor, textOf, type Visitor } from "../../../test/support/page-visitor.ts";
import { startTestService, type TestService } from "../../../test/support/service.ts";

const NOT_APPROVED = [
  "Bankanız ödemeyi onaylamadı. Para çekilmedi.",
  "Your bank did not approve the payment. No money was taken.",
] as const;
const BLOCKED = [
  "Bankanız bu kartla ödemeye izin vermedi. Para çekilmedi. " +
    "Kartın arkasındaki numaradan bankanızı arayın.",
  "Your bank did not allow payment with this card. No money was taken. " +
    "Call the number on the back of the card.",
] as const;
const NOT_VERIFIED = [
  "Doğrulama tamamlanmadı. Para çekilmedi.",
  "Verification was not completed. No money was taken.",
] as const;

const CARDS = [
  [
    "4111111111111129",
    [
      "Kartınızın bakiyesi ya da limiti yetersiz. Para çekilmedi.",
      "Your card does not have enough balance or limit. No money was taken.",
    ],
  ],
  ["4129111111111111", NOT_APPROVED],
  ["4127111111111113", BLOCKED],
  ["4126111111111114", BLOCKED],
  ["4120111111111110", BLOCKED],
  ["4125111111111115", NOT_APPROVED],
  ["4124111111111116", NOT_APPROVED],
  ["4121111111111119", NOT_APPROVED],
  ["4130111111111118", NOT_APPROVED],
  ["4131111111111117", NOT_VERIFIED],
  ["4141111111111115", NOT_VERIFIED],
  ["4151111111111112", NOT_VERIFIED],
] as const;

describe("the page after a declined card", () => {
  let shop: TestService;
  let visitor: Visitor;
  beforeAll(async () => {
    shop = await startTestService();
    visitor = createVisitor(shop.url);
  });
  afterAll(() => shop.close());

  it.each(CARDS)("%s gets a plain text without the bank's internal reason", async (card, texts) => {
    for (const [index, language] of ["tr", "en"].entries()) {
      const session = await shop.api.session({ language });
      const answer = await visitor.payByCard(session, card);
      const goesToBank = answer.location.includes("/checkout/bank");
      const page = goesToBank ? await visitor.goThroughBank(answer, "approve") : answer;
      const text = textOf((await visitor.get(page.location)).html);
      expect(text).toContain(texts[index]);
      expect(text).not.toMatch(/kayıp|çalıntı|sahte|şüphe|lost|stolen|fraud|suspect/i);
    }
  });
});

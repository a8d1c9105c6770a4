import { expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import { money } from "../../kernel/money.ts";
import { pain001 } from "./pain001.ts";

it("writes no character that XML does not allow into a file for the bank", () => {
  const transfer = {
    refundId: "REF-1",
    orderId: "ORD-1",
    amount: money(100n, "TRY"),
    fromIban: "TR400006200000000000000001",
    fromName: "Mağaza",
    toIban: "TR420001000000000000000777",
    toName: "ALİ\0\uFFFE\uFFFF<VELİ>",
    requestedAt: instant(0),
  };
  expect(pain001([transfer], { batchId: "VEZNE-0", exportedAt: instant(0) })).toContain(
    "<Nm>ALİ   &lt;VELİ&gt;</Nm>",
  );
});

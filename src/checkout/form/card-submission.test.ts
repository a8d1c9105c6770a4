import { describe, expect, it } from "vitest";
import { withoutSecrets } from "./card-submission.ts";

const kept = (expiry: string, name = "Ayşe Yılmaz") =>
  withoutSecrets({
    card_number: "5528790000000008",
    expiry,
    cvc: "123",
    card_holder_name: name,
  });

describe("the fields that a page shows again", () => {
  it.each(["09/28", "09 / 28", "2028-09", " 09/2028 "])("include the expiry %j", (expiry) => {
    expect(kept(expiry).expiry).toBe(expiry.trim());
  });

  it.each(["123", "1234", "１２３", "1 2 3", "000", "5528790000", "x"])(
    "include no text %j, which may be a CVC or a part of a card number",
    (expiry) => {
      expect(kept(expiry).expiry).toBe("");
    },
  );

  it.each(["5528790000000008", "５５２８７９００００００００００８", "Ayşe ٥٥٢٨٧٩٠٠٠٠٠٠٠٠٠٨"])(
    "include no name %j, which holds a card number",
    (name) => {
      expect([kept("09/28", name).holderName, kept("09/28").holderName]).toEqual([
        "",
        "Ayşe Yılmaz",
      ]);
    },
  );
});

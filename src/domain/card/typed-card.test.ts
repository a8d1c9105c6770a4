import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import { readExpiry } from "./expiry-text.ts";
import { checkCardField, cleanDigits, cleanNumber, type TypedCard } from "./typed-card.ts";

const NOW = instant(Date.UTC(2026, 10, 21, 9));
const GOOD: TypedCard = {
  card_number: "5528 7900 0000 0008",
  expiry: "09/28",
  cvc: "123",
  card_holder_name: "Ayşe Yılmaz",
};

describe("a pasted card number", () => {
  it.each(["Kart: 5528 7900 0000 0008", "5528-7900-0000-0008 (Ayşe)", "no 5528790000000008."])(
    "is found in %s",
    (text) => expect(cleanNumber(text)).toBe("5528790000000008"),
  );

  it("stays as it is if it has too many digits, or none", () => {
    expect(cleanNumber("55287900000000081234567")).toBe("55287900000000081234567");
    expect(cleanNumber("Ayşe")).toBe("Ayşe");
  });
});

const check = (field: keyof TypedCard, text: string, rest: Partial<TypedCard> = {}) =>
  checkCardField(field, { ...GOOD, ...rest, [field]: text }, NOW);

describe("an expiry in one field", () => {
  it.each([
    "09/28",
    "9/28",
    "0928",
    "928",
    "09/2028",
    "09.28",
    "09-28",
    "09 / 28",
    " 09 28 ",
    "092028",
    "09.2028",
    "09–28",
    "2028-09",
    "０９/２８",
  ])("accepts %j as September 2028", (text) => {
    expect(readExpiry(text)).toEqual({ month: 9, year: 2028 });
  });

  it.each(["", "9", "13/28", "00/28", "09/1999", "09/203", "eylül 28", "09/28/2028", "0/9"])(
    "refuses %j instead of guessing",
    (text) => {
      expect(readExpiry(text)).toBeUndefined();
    },
  );
});

describe("a typed card number", () => {
  it.each([
    "5528790000000008",
    "5528 7900 0000 0008",
    "5528-7900-0000-0008",
    "5528\u00a07900\u00a00000\u00a00008",
    "5528\u20097900\u20090000\u20090008",
    "5528–7900–0000–0008",
    "5528\u20117900\u20110000\u20110008",
    "5528.7900.0000.0008",
    "\u200e5528790000000008\u200e",
    "  5528790000000008\n",
    "\t5528 790000 000008",
    "５５２８７９０００００００００８",
  ])("is read in any spelling: %j", (text) => {
    expect(cleanDigits(text)).toBe("5528790000000008");
    expect(check("card_number", text)).toBeUndefined();
  });

  it("is refused if it is missing, or has a wrong length, check digit or letters", () => {
    expect(check("card_number", " ")).toBe("number_missing");
    for (const text of ["5528790000000009", "552879000000000", "5528x90000000008"]) {
      expect(check("card_number", text)).toBe("number_wrong");
    }
  });
});

describe("the other fields", () => {
  it("accept a valid card", () => {
    for (const field of ["card_number", "expiry", "cvc", "card_holder_name"] as const) {
      expect(check(field, GOOD[field])).toBeUndefined();
    }
  });

  it("require the brand's number of digits for the code", () => {
    const amex = { card_number: "374427000000003" };
    expect(check("cvc", "")).toBe("cvc_3");
    expect(check("cvc", "1234")).toBe("cvc_3");
    expect(check("cvc", "123", amex)).toBe("cvc_4");
    expect(check("cvc", "1234", amex)).toBeUndefined();
  });

  it("distinguish a past expiry from an unreadable one", () => {
    expect(check("expiry", "10/26")).toBe("expiry_past");
    expect(check("expiry", "11/26")).toBeUndefined();
    expect(check("expiry", "soon")).toBe("expiry_missing");
  });

  it("accept a name, but no card number in its place", () => {
    expect(check("card_holder_name", "  ")).toBe("name_missing");
    expect(check("card_holder_name", "5528 7900 0000 0008")).toBe("name_wrong");
    expect(check("card_holder_name", "x".repeat(256))).toBe("name_wrong");
    expect(check("card_holder_name", "Ay\u0000şe")).toBe("name_wrong");
  });
});

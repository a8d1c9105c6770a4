import { describe, expect, it } from "vitest";
import { RETURN_2022, RETURN_2026 } from "../../../test/support/nestpay-returns.ts";
import { Secret } from "../../kernel/secret.ts";
import { encodeText } from "../kit/charset.ts";
import { hashFields, verifyReturn } from "./signature.ts";
import { createHash } from "node:crypto";

const KEY = new Secret("123456");
const S = {
  clientid: "190100000",
  storetype: "3d",
  amount: "100.25",
  oid: "order222",
  okUrl: "https://domain.com/success",
  failUrl: "https://domain.com/fail_url",
  rnd: "rand-21212",
  lang: "tr",
  currency: "949",
  taksit: "",
  TranType: "Auth",
  hashAlgorithm: "ver3",
};
const { TranType: _, ...WITHOUT_TYPE } = S;
const CARD = {
  pan: "5555444433332222",
  Ecom_Payment_Card_ExpDate_Month: "01",
  Ecom_Payment_Card_ExpDate_Year: "22",
  cv2: "123",
};

type Fields = Readonly<Record<string, string>>;
type Vector = readonly [name: string, fields: Fields, hash: string, key: string];

const VECTORS: readonly Vector[] = [
  [
    "3d",
    S,
    "7tt3i3SMhzR3jYjCMwNrolSn7ksY7eKz2kVsqt/nUGK6XNw9/dMMZPVqHK9pQROGEIW3PJWut6v1Xv6ZDtnuSA==",
    "123456",
  ],
  [
    "3d_host",
    { ...S, storetype: "3d_host" },
    "wlqP71Pwu5+zaCYCGxWpbqf1cAsbou5p5PDAds4YcejFO5AVTw0PjnzNiFnYX900ZL38rQw8Jt/YhMmZ5bJ/qA==",
    "123456",
  ],
  [
    "3d_pay",
    { ...S, storetype: "3d_pay" },
    "DoYx/y9YgtLW8xOanshDxiUnSs9dS5hL83poLBhoeUvYFH4L9/VuP8GWr7/7rmzv5Jfl1vEd4raeeT/aadhU6g==",
    "123456",
  ],
  [
    "3d_pay_hosting",
    { ...S, storetype: "3d_pay_hosting" },
    "1SrwRWIoMu225Fr8/CXcube5ofryVjxQr3b88JG2ZZSb479uJvfJ32oO2TUIcxZUymZ1UmzowRyLCkZtOKElBg==",
    "123456",
  ],
  [
    "with the card",
    { ...S, ...CARD },
    "YYdcmVm5+WExAKjbgcjtU2M2HgbH9XrPGSYakO4Ahq4NLZfXLqHIoacxNuG6MrTzpyugqZXequJKychrkHB9Cg==",
    "123456",
  ],
  [
    "Turkish letters",
    { ...S, firmaadi: "Şeker Çiçek Işık" },
    "cEJD0wdVIubNDs7crBn6GdfZLbWdyhvlL74T4xRS+IP8Um/36G8x05HElTUxdOjNSe/U6Stt0xjiJ9mx6KOp+g==",
    "123456",
  ],
  [
    "installments",
    { ...S, taksit: "3", amount: "250.00", oid: "VZ-0001", rnd: "r1" },
    "/Ke0GNLN7GJPltQVToQUNgEucMaDzIqzBpJjyTUeN69t1OyHgX8dC8fPze8brrsh1p05BxEVgfE99+r+QQ0JIQ==",
    "TRPS0200",
  ],
  [
    "islemtipi",
    { ...WITHOUT_TYPE, islemtipi: "Auth", rnd: "12345" },
    "4aUsG5hqlIFLc9s8PKc5rWb2OLhmxDDewNgKa2XrwoYCIxlyVq8Fjl4IVaZzoqL983CfTseicmnTA0PjZr74xg==",
    "123456",
  ],
  [
    "escaping",
    { ...S, BillToName: "A|B\\C" },
    "oihEMWi7/JRkJVAlzkf+tAOjRPYQg+mfY/+3ZmK7ZRWGT06/qi1+0kzOKe/ELhUNeRI3bdRBk/ONlwHoZcBvMg==",
    "12|34\\56",
  ],
  [
    "3d_pay with name and email",
    {
      ...WITHOUT_TYPE,
      storetype: "3d_pay",
      rnd: "rand",
      islemtipi: "Auth",
      firmaadi: "siparis veren",
      Email: "test@test.com",
    },
    "/uPxhEKWCEGi3NsDOOQ4u8Hu5g71v5GWspOid70WehTWEz97PqxG3IN1Jv5jsbOXOw3Z3Rr/0UtywzEgbqFfdA==",
    "123456",
  ],
];

describe("the hash ver3", () => {
  it.each(VECTORS)("of %s is the published one", (_name, fields, hash, key) => {
    expect(hashFields(Object.entries(fields), new Secret(key))).toBe(hash);
  });

  it("verifies the published returns, whatever the order of their fields", () => {
    expect(verifyReturn(RETURN_2022, KEY)).toMatchObject({ response: "Approved", amount: "1.01" });
    const backwards = Object.fromEntries(Object.entries(RETURN_2026).toReversed());
    expect(verifyReturn(backwards, new Secret("TEST1234"))).toMatchObject({ mdstatus: "1" });
    expect(verifyReturn(RETURN_2022, new Secret("123457"))).toBeUndefined();
  });

  it("refuses the two published returns of ver1", () => {
    const ver1 = {
      HASHPARAMS: "clientid:oid:AuthCode:ProcReturnCode:Response:mdStatus:cavv:eci:md:rnd:",
      HASHPARAMSVAL:
        "700655000200202204171C440435508:86D9842A9C594E17B28A2B9037FEB140E8EA" +
        "480AED5FE19B5CEA446960AA03AA:4122:##700655000200mzTLQAaM8W5GuQwu4BfD",
      clientid: "700655000200",
      oid: "202204171C44",
      mdStatus: "0",
      md: "435508:86D9842A9C594E17B28A2B9037FEB140E8EA480AED5FE19B5CEA446960AA03AA:4122:##700655000200",
      rnd: "mzTLQAaM8W5GuQwu4BfD",
      HASH: "e5KcIY797JNvjrkWjZSfHOa+690=",
    };
    const sha1 = createHash("sha1").update(`${ver1.HASHPARAMSVAL}TRPS0200`).digest("base64");
    expect(sha1).toBe(ver1.HASH);
    expect(verifyReturn(ver1, new Secret("TRPS0200"))).toBeUndefined();
  });

  it("counts an empty value as an empty text", () => {
    const { ErrMsg: _empty, ...fields } = RETURN_2022;
    expect(verifyReturn(fields, KEY)).toBeUndefined();
  });

  it("accepts the order of the banks' samples, trimmed values and ISO-8859-9", () => {
    const plain = "x|Ş|z|123456";
    const sha512 = (bytes: Buffer) => createHash("sha512").update(bytes).digest("base64");
    const fields = { a1: "x", aB: "Ş", a_: "z" };
    const read = { a1: "x", ab: "Ş", a_: "z" };
    for (const bytes of [Buffer.from(plain), encodeText(plain, "iso-8859-9")]) {
      expect(verifyReturn({ ...fields, HASH: sha512(bytes) }, KEY)).toEqual(read);
      const spaced = { ...fields, aB: " Ş ", HASH: sha512(bytes) };
      expect(verifyReturn(spaced, KEY)).toEqual(read);
    }
  });

  it("refuses a name that comes twice in different case", () => {
    expect(verifyReturn({ ...RETURN_2022, MDSTATUS: "1" }, KEY)).toBeUndefined();
    expect(verifyReturn({ ...RETURN_2022, hash: "x" }, KEY)).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { hashOfReturn } from "./signature.ts";

describe("the hash of the door's return", () => {
  it("is that of VakıfBank's formula", () => {
    const fields = {
      VerifyEnrollmentRequestId: "att1",
      MerchantId: "000000000007955",
      PurchCurrency: "949",
      PurchAmount: "1.01",
      Eci: "05",
      Cavv: "ABIBCBgAAAEnAAABAQAAAAAAAAA=",
      MdStatus: "1",
      Status: "Y",
    };
    expect(hashOfReturn(fields, "123Ab456")).toBe("zPlY74rY7JjL2BE4hOUlRm8bA7TmdAungF79/bnqhFY=");
  });
});

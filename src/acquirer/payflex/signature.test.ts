import { describe, expect, it } from "vitest";
import { Secret } from "../../kernel/secret.ts";
import { returnHash, sessionInfo } from "./signature.ts";

const PASSWORD = new Secret("123Ab456");

describe("the hashes of PayFlex", () => {
  it.each(["101", "1.01"])("sign VakıfBank's return, with the amount written as %s", (amount) => {
    const fields = {
      VerifyEnrollmentRequestId: "att1",
      MerchantId: "000000000007955",
      PurchCurrency: "949",
      PurchAmount: amount,
      Eci: "05",
      Cavv: "ABIBCBgAAAEnAAABAQAAAAAAAAA=",
      MdStatus: "1",
      Status: "Y",
    };
    expect(returnHash(fields, PASSWORD)).toBe("zPlY74rY7JjL2BE4hOUlRm8bA7TmdAungF79/bnqhFY=");
  });

  it("make another session value for each enrolment and each password", () => {
    const values = [
      sessionInfo(PASSWORD, "att1"),
      sessionInfo(PASSWORD, "att2"),
      sessionInfo(new Secret("123Ab457"), "att1"),
    ];
    expect(new Set(values).size).toBe(3);
  });
});

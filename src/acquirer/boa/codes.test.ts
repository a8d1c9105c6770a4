import { describe, expect, it } from "vitest";
import { refusalOf } from "./codes.ts";

const authorization = (code: string) => refusalOf({ code, message: "", about: "authorization" });

describe("the codes of BOA", () => {
  it.each([
    ["51", "insufficient_balance", "no"],
    ["54", "expired_card", "no"],
    ["HashDataError", "general_error", "same_request"],
    ["MerchantNotDefined", "general_error", "same_request"],
    ["CardVerificationFailed", "three_d_secure_failed", "no"],
    ["MPIAuthenticationStatusN", "three_d_secure_failed", "no"],
  ])("decline with %s as %s, retry %s", (code, reason, retry) => {
    expect(authorization(code)).toMatchObject({ kind: "declined", reason, retry, bankCode: code });
  });

  it("call a missing authentication a used one, because a charge consumes it", () => {
    expect(authorization("MetaDataNotFound")).toMatchObject({
      kind: "declined",
      duplicateReference: true,
    });
  });

  it.each(["00", "96", "DbLayerError", "IntegrationFatalException", "toString", "", "1"])(
    "leave the outcome open after %j",
    (code) => {
      expect(authorization(code).kind).toBe("unknown");
    },
  );
});

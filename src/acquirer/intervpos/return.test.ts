import { describe, expect, it } from "vitest";
import { openConnection } from "../../../test/support/scripted-line.ts";
import type { AttemptId, MerchantId, OrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import { Secret } from "../../kernel/secret.ts";
import type { ReturnFields, ReturnRequest } from "../../domain/payment/acquirer.ts";
import { challengeState } from "../kit/challenge-terms.ts";
import { readReturn } from "./return.ts";
import { ownSignature } from "../kit/signed-return.ts";
import { RETURN_HASH_PARAMS, signedReturn, signedValuesOf } from "./signature.ts";

const merchantKey = new Secret("gDg1N");
const terminal = {
  shopCode: "3123",
  userCode: "InterTestApi",
  userPassword: new Secret("3"),
  merchantKey,
  mailOrder: false,
};
const EXPECTED = { terminal, connection: openConnection({ model: "3DModel" }) };
const ORDER = "00000000000000000001";

const VALUES = {
  ShopCode: "3123",
  PurchAmount: "125,50",
  Currency: "949",
  OkUrl: "https://pay.example/return/abc",
  FailUrl: "https://pay.example/return/abc",
  MD: "4355:ABC",
  OrderId: ORDER,
  ProcReturnCode: "",
  mdStatus: "1",
  "3DStatus": "1",
  Eci: "05",
  PayerTxnId: "xid",
  PayerAuthenticationCode: "cavv",
};

function signed(values: ReturnFields): ReturnFields {
  const joined = signedValuesOf(values);
  const HASH = ownSignature(signedReturn(values, terminal));
  return { ...values, HASHPARAMS: RETURN_HASH_PARAMS, HASHPARAMSVAL: joined, HASH };
}

function read(fields: ReturnFields, changes: Partial<ReturnRequest> = {}) {
  const terms = { reference: ORDER, amount: money(12_550n, "TRY"), installmentCount: 1 };
  return readReturn(EXPECTED, {
    merchantId: "mer_00000000" as MerchantId,
    attemptId: "att_0000000000000000000000000000" as AttemptId,
    orderId: "ORD-1" as OrderId,
    state: challengeState(terms),
    method: "POST",
    fields,
    ...terms,
    ...changes,
  });
}

describe("a return of InterVPOS", () => {
  it("is authenticated with our terms only", () => {
    expect(read(signed(VALUES))).toMatchObject({
      kind: "authenticated",
      proof: { mdStatus: "1", state: expect.stringContaining('"md":"4355:ABC"') },
    });
    for (const changes of [
      { amount: money(12_551n, "TRY") },
      { amount: money(12_550n, "EUR") },
      { reference: "other" },
      { state: undefined },
    ]) {
      expect(read(signed(VALUES), changes).kind).toBe("forged");
    }
    expect(read(signed({ ...VALUES, ShopCode: "1" })).kind).toBe("forged");
  });

  it("is refused without full authentication", () => {
    for (const mdStatus of ["0", "2", "4", "", "11"]) {
      const values = { ...VALUES, mdStatus, "3DStatus": mdStatus };
      expect(read(signed(values)).kind).toBe("not_authenticated");
    }
    expect(read(signed({ ...VALUES, "3DStatus": "0" })).kind).toBe("not_authenticated");
    expect(read(signed({ ...VALUES, MD: "" })).kind).toBe("not_authenticated");
  });

  it("tells a failure of the issuer's server and an unknown card from a refusal", () => {
    for (const [mdStatus, reason] of [
      ["0", "three_d_secure_failed"],
      ["5", "three_d_secure_unavailable"],
      ["7", "three_d_secure_unavailable"],
      ["8", "invalid_card_number"],
    ] as const) {
      const values = { ...VALUES, mdStatus, "3DStatus": mdStatus };
      expect(read(signed(values))).toMatchObject({ kind: "not_authenticated", reason });
    }
  });

  it("does not let the code of a refusal lend its digits to the status", () => {
    const refusal = signed({ ...VALUES, ProcReturnCode: "51", mdStatus: "", "3DStatus": "" });
    for (const cut of [
      { ProcReturnCode: "5", mdStatus: "1" },
      { ProcReturnCode: "", Response: "5", mdStatus: "1" },
      { OrderId: `${ORDER}5`, ProcReturnCode: "", mdStatus: "1" },
    ]) {
      expect(read({ ...refusal, ...cut, "3DStatus": "1" }).kind).toBe("forged");
    }
  });

  it("is forged with another list of fields", () => {
    const fields = signed(VALUES);
    const short = "PurchAmount:Currency:OkUrl:FailUrl:MD:OrderId:mdStatus:";
    expect(read({ ...fields, HASHPARAMS: short }).kind).toBe("forged");
    expect(read({ ...fields, HASHPARAMSVAL: "" }).kind).toBe("forged");
    expect(read({ ...fields, HASH: "" }).kind).toBe("forged");
  });
});

import { describe, expect, it } from "vitest";
import { openConnection } from "../../../test/support/scripted-line.ts";
import { PAYFOR_STORE_KEY, RETURN_VECTORS } from "../../../test/support/vectors/payfor.ts";
import type { AttemptId, MerchantId, OrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import { Secret } from "../../kernel/secret.ts";
import type { ReturnRequest } from "../../domain/payment/acquirer.ts";
import { challengeState } from "../kit/challenge-terms.ts";
import { dialectOf } from "./banks.ts";
import { readReturn } from "./return.ts";

const TERMS = {
  PurchAmount: "1.01",
  Currency: "949",
  InstallmentCount: "0",
  RequestGuid: "1000000081255931",
};

type Vector = (typeof RETURN_VECTORS)[number];

function returned({ fields, hash }: Vector, changes: object = {}): ReturnRequest {
  const terms = { reference: fields.OrderId, amount: money(101n, "TRY"), installmentCount: 1 };
  return {
    merchantId: "mer_00000000" as MerchantId,
    attemptId: "att_0000000000000000000000000000" as AttemptId,
    orderId: "ORD-1" as OrderId,
    state: challengeState(terms),
    method: "POST",
    ...terms,
    fields: { ...TERMS, ...fields, ResponseHash: hash, ...changes },
  };
}

function expectedOf({ merchantId, userCode }: Vector, bank = "qnb", model = "3DModel") {
  const storeKey = new Secret(PAYFOR_STORE_KEY);
  const terminal = {
    mbrId: "5",
    merchantId,
    userCode,
    userPassword: new Secret(""),
    storeKey,
    mailOrder: false,
  };
  return { terminal, dialect: dialectOf(bank), connection: openConnection({ model }) };
}

const kindOf = (vector: Vector, changes: object = {}) =>
  readReturn(expectedOf(vector), returned(vector, changes)).kind;

const named = (name: string) => RETURN_VECTORS.filter((vector) => vector.name.startsWith(name));

describe("a return of PayFor", () => {
  it.each(named("3DModel passed"))("$name is authenticated", (vector) => {
    expect(readReturn(expectedOf(vector), returned(vector))).toMatchObject({
      kind: "authenticated",
      proof: { mdStatus: "1", state: '{"v":1,"requestGuid":"1000000081255931"}' },
    });
  });

  it.each([...named("3-D Secure failed"), ...named("order used"), ...named("3DPay")])(
    "$name does not let the service charge",
    (vector) => {
      expect(kindOf(vector)).toBe("not_authenticated");
      expect(kindOf(vector, { ProcReturnCode: "V033", "3DStatus": "1" })).toBe("forged");
    },
  );

  it.each(named("3DModel passed"))("$name is compared with the opened terms", (vector) => {
    expect(kindOf(vector, { PurchAmount: "1.02" })).toBe("forged");
    expect(kindOf(vector, { Currency: "978" })).toBe("forged");
    expect(kindOf(vector, { InstallmentCount: "2" })).toBe("forged");
    expect(kindOf(vector, { RequestGuid: "0" })).toBe("forged");
    expect(kindOf(vector, { OrderId: "other" })).toBe("forged");
    expect(readReturn(expectedOf(vector), { ...returned(vector), state: undefined })).toEqual({
      kind: "forged",
    });
  });

  it.each(named("3DModel passed"))("$name proves nothing with shifted values", (vector) => {
    const { OrderId, ResponseRnd } = vector.fields;
    const shifts = [
      { OrderId: `${OrderId}V`, ProcReturnCode: "033" },
      { AuthCode: "V", ProcReturnCode: "033" },
      { OrderId: OrderId.slice(0, -1), AuthCode: OrderId.slice(-1) },
      { ProcReturnCode: "V0331", "3DStatus": "" },
      { "3DStatus": `1${ResponseRnd}`, ResponseRnd: "" },
      { "3DStatus": "1P", ResponseRnd: ResponseRnd.slice(1) },
    ];
    for (const shift of shifts) expect(kindOf(vector, shift)).not.toBe("authenticated");
  });

  it("leads to the inquiry where the hash is not confirmed, or the bank has charged", () => {
    const [vector] = named("3DModel passed");
    if (vector === undefined) throw new Error("no vector");
    const unsigned = returned(vector, { ResponseHash: "" });
    const ziraat = expectedOf(vector, "ziraat_katilim");
    expect(readReturn(ziraat, unsigned)).toEqual({ kind: "ask" });
    expect(readReturn(expectedOf(vector), unsigned)).toEqual({ kind: "forged" });
    const charging = expectedOf(vector, "qnb", "3DPay");
    expect(readReturn(charging, returned(vector))).toEqual({ kind: "ask" });
    expect(readReturn(charging, unsigned)).toEqual({ kind: "forged" });
  });
});

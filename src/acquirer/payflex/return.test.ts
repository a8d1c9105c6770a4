import { describe, expect, it } from "vitest";
import { NOON, openConnection } from "../../../test/support/scripted-line.ts";
import { newAttemptId, newMerchantId, newOrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import { Secret } from "../../kernel/secret.ts";
import { random } from "../../../test/support/sandbox-bank.ts";
import { readReturn } from "./return.ts";
import { returnHash, sessionInfo } from "./signature.ts";

const PASSWORD = new Secret("123Ab456");
const MERCHANT = newMerchantId(random);
const source = { now: NOON, random };

/** A return in the form of the recorded ones, which have neither `Hash` nor `MdStatus`. */
const RECORDED: Readonly<Record<string, string>> = {
  MerchantId: "000000000007955",
  VerifyEnrollmentRequestId: "att1",
  PurchAmount: "101",
  PurchCurrency: "949",
  Status: "Y",
  Eci: "05",
  Cavv: "ABIBCBgAAAEnAAABAQAAAAAAAAA=",
  SessionInfo: sessionInfo(PASSWORD, "att1"),
};

const SIGNED = { ...RECORDED, MdStatus: "1" };

function read(fields: Readonly<Record<string, string>>) {
  const terminal = {
    merchantId: "000000000007955",
    password: PASSWORD,
    mpiPassword: PASSWORD,
    terminalNo: "VP000123",
    mailOrder: false,
  };
  return readReturn(
    { terminal, connection: openConnection({}) },
    {
      merchantId: MERCHANT,
      attemptId: newAttemptId(MERCHANT, source),
      orderId: newOrderId(MERCHANT, source),
      reference: "att1",
      amount: money(101n, "TRY"),
      installmentCount: 1,
      state: undefined,
      method: "POST",
      fields,
    },
  );
}

describe("a return of PayFlex", () => {
  it("goes on to the charge without a hash, which compares it with the bank's record", () => {
    expect(read(RECORDED)).toMatchObject({ kind: "authenticated", doubt: undefined });
  });

  it("goes on with a right hash, and with another one, which is reported", () => {
    const right = { ...SIGNED, Hash: returnHash(SIGNED, PASSWORD) };
    expect(read(right)).toMatchObject({ kind: "authenticated", doubt: undefined });
    const other = { ...SIGNED, Hash: "AAAA" };
    expect(read(other)).toMatchObject({ kind: "authenticated", doubt: "hash_differs" });
  });

  it.each([
    ["another merchant", { MerchantId: "000000000007956" }],
    ["another attempt", { VerifyEnrollmentRequestId: "att2" }],
    ["another amount", { PurchAmount: "1.02" }],
    ["another currency", { PurchCurrency: "840" }],
    ["another count of installments", { InstallmentCount: "3" }],
    ["the session of another attempt", { SessionInfo: sessionInfo(PASSWORD, "att2") }],
    ["an unknown status", { Status: "X" }],
  ])("is forged with %s, whatever its hash is", (_name, change) => {
    const fields = { ...SIGNED, ...change };
    expect(read(fields)).toEqual({ kind: "forged" });
    expect(read({ ...fields, Hash: returnHash(fields, PASSWORD) })).toEqual({ kind: "forged" });
  });

  it.each([
    ["a refusal", { Status: "N" }],
    ["an attempt", { Status: "A", Eci: "06" }],
    ["an indicator that does not fit", { Eci: "07" }],
    ["no value", { Cavv: "" }],
    ["another mdStatus", { MdStatus: "0" }],
  ])("is no authentication with %s", (_name, change) => {
    expect(read({ ...RECORDED, ...change })).toMatchObject({ kind: "not_authenticated" });
  });
});

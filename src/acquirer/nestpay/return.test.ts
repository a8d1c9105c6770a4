import { describe, expect, it } from "vitest";
import { RETURN_2026 } from "../../../test/support/nestpay-returns.ts";
import { openConnection } from "../../../test/support/scripted-line.ts";
import { instant } from "../../kernel/clock.ts";
import { newAttemptId, newMerchantId, newOrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import { Secret } from "../../kernel/secret.ts";
import type { ReturnFields, ReturnRequest } from "../../domain/payment/acquirer-requests.ts";
import { challengeState, readReturn } from "./return.ts";
import { hashFields, verifyReturn } from "./signature.ts";

const random = { bytes: (count: number) => new Uint8Array(count) };
const merchantId = newMerchantId(random);
const source = { now: instant(0), random };
const URL = "https://shop.example/cb";
const KEY = new Secret("TEST1234");

const TERMINAL = { clientId: "190000300", userName: "", password: new Secret(""), storeKey: KEY };

const rulesOf = (model: string, acceptedMdStatus = ["1"]) => ({
  terminal: TERMINAL,
  connection: openConnection({ model, acceptedMdStatus }),
});
const RULES = rulesOf("3d");

/** The published return of a bank, with the order and the amount of one of our attempts. */
const OID = "00000testvdcypwvubi0";
const FIELDS: ReturnFields = { ...RETURN_2026, oid: OID, amount: "1" };

function requestOf(fields: ReturnFields, model = "3d"): ReturnRequest {
  return {
    merchantId,
    attemptId: newAttemptId(merchantId, source),
    reference: OID,
    orderId: newOrderId(merchantId, source),
    amount: money(100n, "TRY"),
    installmentCount: 1,
    state: challengeState(URL, { type: "sale", model }),
    method: "POST",
    fields,
  };
}

function signed(fields: ReturnFields): ReturnFields {
  const { HASH: _old, ...rest } = fields;
  return { ...rest, HASH: hashFields(Object.entries(rest), KEY) };
}

const read = (fields: ReturnFields, rules = RULES) =>
  readReturn(rules, requestOf(fields, rules.connection.model));

describe("a return of NestPay", () => {
  it("is authenticated with the random value that the bank puts in place of ours", () => {
    expect(FIELDS["rnd"]).toBe("vJmqS8eyrBJl5d/dwZqV");
    expect(read(signed({ ...FIELDS, rnd: OID })).kind).toBe("authenticated");
    expect(read(signed(FIELDS)).kind).toBe("authenticated");
  });

  it("is authenticated with the four values of the bank, also with a shortened amount", () => {
    expect(read(signed(FIELDS))).toMatchObject({
      kind: "authenticated",
      proof: { mdStatus: "1", eci: "05" },
    });
  });

  it.each([
    ["clientid", "190000301"],
    ["oid", "00000testvdcypwvubi1"],
    ["amount", "100"],
    ["amount", "1,00"],
    ["currency", "840"],
    ["taksit", "3"],
    ["storetype", "3d_pay"],
    ["hashAlgorithm", "ver2"],
    ["okUrl", "https://shop.example/other"],
    ["failUrl", ""],
  ])("is forged with %s as %j, even if the bank signed it", (name, value) => {
    expect(read(signed({ ...FIELDS, [name]: value }))).toEqual({ kind: "forged" });
  });

  it.each([
    ["0", "three_d_secure_failed"],
    ["2", "three_d_secure_failed"],
    ["4", "three_d_secure_failed"],
    ["5", "three_d_secure_unavailable"],
    ["6", "three_d_secure_unavailable"],
    ["7", "three_d_secure_unavailable"],
    ["8", "invalid_card_number"],
    ["9", "three_d_secure_unavailable"],
    ["", "three_d_secure_unavailable"],
  ])("with mdStatus %j is not authenticated", (mdStatus, reason) => {
    expect(read(signed({ ...FIELDS, mdStatus }))).toMatchObject({
      kind: "not_authenticated",
      reason,
      mdStatus,
    });
  });

  it("with mdStatus 4 is authenticated where the merchant accepts it", () => {
    const rules = rulesOf("3d", ["1", "4"]);
    expect(read(signed({ ...FIELDS, mdStatus: "4" }), rules).kind).toBe("authenticated");
  });

  it("proves nothing without a state of ours", () => {
    const request = { ...requestOf(signed(FIELDS)), state: undefined };
    expect(readReturn(RULES, request)).toEqual({ kind: "ask" });
  });

  it("proves nothing if a value of the authentication is hidden under another name", () => {
    const { eci = "", ...others } = signed(FIELDS);
    expect(read({ ...others, ecix: eci })).toEqual({ kind: "ask" });
  });

  it("cannot get another mdStatus by renamed fields, which the hash does not notice", () => {
    const failed = signed({ ...FIELDS, mdStatus: "0", ReturnOid: OID });
    const names: Readonly<Record<string, string>> = {
      mdStatus: "mdra",
      merchantID: "mdrb",
      merchantName: "mdrc",
      oid: "mdsa",
      okUrl: "mdsb",
      PAResSyntaxOK: "mdsc",
      paresTxStatus: "mdsd",
      PAResVerified: "mdse",
      payResults_dsId: "mdStatus",
      protocol: "nothing",
      ReturnOid: "oid",
    };
    const renamed = Object.fromEntries(
      Object.entries(failed).map(([name, value]) => [names[name] ?? name, value]),
    );
    expect(verifyReturn(renamed, KEY)).toMatchObject({ mdstatus: "1", oid: OID });
    expect(read(renamed)).toEqual({ kind: "forged" });
  });
});

describe("a return of 3d_pay", () => {
  const rules = rulesOf("3d_pay");
  const charged = { ...FIELDS, storetype: "3d_pay" };
  const approved = {
    ...charged,
    Response: "Approved",
    ProcReturnCode: "00",
    AuthCode: "216981",
    HostRefNum: "230317184784",
    TransId: "22303RqiC11252",
  };

  it("decides by the bank's signed approval", () => {
    expect(read(signed(approved), rules)).toMatchObject({
      kind: "decided",
      outcome: { kind: "approved", amount: money(100n, "TRY"), bankReference: "230317184784" },
    });
  });

  it("is read by the model that opened it, whatever the connection has now", () => {
    const request = requestOf(signed(approved), "3d_pay");
    for (const model of ["3d", "3d_host"] as const) {
      expect(readReturn(rulesOf(model), request)).toMatchObject({ kind: "decided" });
    }
  });

  it("decides by a clear decline", () => {
    const declined = { ...charged, Response: "Declined", ProcReturnCode: "51" };
    expect(read(signed(declined), rules)).toMatchObject({
      kind: "decided",
      outcome: { kind: "declined", reason: "insufficient_balance" },
    });
  });

  it.each([
    { ...charged, mdStatus: "0" },
    { ...approved, ProcReturnCode: "01" },
    { ...approved, AuthCode: "" },
    { ...approved, mdStatus: "0" },
    { ...charged, Response: "Declined", ProcReturnCode: "96" },
    { ...charged, Response: "Error", ProcReturnCode: "99", ErrorCode: "CORE-2507" },
    { ...charged, Response: "Error", ProcReturnCode: "99" },
  ])("leaves every other word to the inquiry (%#)", (fields) => {
    expect(read(signed(fields), rules)).toEqual({ kind: "ask" });
  });
});

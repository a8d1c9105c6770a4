// tier: core
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { payflex } from "../../src/acquirer/payflex/adapter.ts";
import { DAY, HOUR, MINUTE } from "../../src/kernel/clock.ts";
import { passChallenge } from "../support/protocol-customer.ts";
import { type ProtocolWorld, startProtocolWorld } from "../support/protocol-world.ts";

type Fields = Readonly<Record<string, string | undefined>>;

const IDENTITY = {
  MerchantId: "000000000007955",
  Password: "123Ab456",
  TerminalNo: "VP000123",
};

const SALE = {
  ...IDENTITY,
  TransactionType: "Sale",
  CurrencyAmount: "90.50",
  CurrencyCode: "949",
  ClientIp: "203.0.113.7",
  TransactionDeviceSource: "0",
  Pan: "5528790000000008",
  Expiry: "203012",
  Cvv: "973",
};

const ENROLMENT = {
  MerchantId: IDENTITY.MerchantId,
  MerchantPassword: IDENTITY.Password,
  Pan: SALE.Pan,
  ExpiryDate: "3012",
  PurchaseAmount: "90.50",
  Currency: "949",
  BrandName: "200",
  SuccessUrl: "https://shop.example/ok",
  FailureUrl: "https://shop.example/fail",
};

describe("PayFlex's front door", () => {
  let world: ProtocolWorld;
  let numbers = 0;
  beforeAll(async () => {
    world = await startProtocolWorld({
      protocol: payflex,
      bank: "vakifbank",
      credentials: Object.fromEntries(payflex.credentials.map(({ name }) => [name, "1"])),
      secret: "password",
      model: "3d",
      features: { withoutChallenge: true, preauth: true },
      paths: {},
    });
  });
  afterAll(() => world.close());

  const next = () => `att${(numbers += 1)}`;

  async function post(path: string, fields: Fields): Promise<string> {
    const set = Object.entries(fields).filter(
      (field): field is [string, string] => field[1] !== undefined,
    );
    const response = await fetch(`${world.bankUrl}/doors/payflex/${path}`, {
      method: "POST",
      body: new URLSearchParams(set),
    });
    return response.text();
  }

  async function vpos(fields: Fields): Promise<string> {
    const answer = await post("Vposreq", {
      prmstr: vposXml({ TransactionId: next(), ...fields }),
    });
    return /<ResultCode>(\d{4})</.exec(answer)?.[1] ?? answer;
  }

  async function enrol(fields: Fields): Promise<string> {
    const answer = await post("Enrollment", { VerifyEnrollmentRequestId: next(), ...fields });
    return /<MessageErrorCode>(\d+)</.exec(answer)?.[1] ?? answer;
  }

  it.each<[string, Fields, string]>([
    ["a sale", {}, "0000"],
    ["an unknown merchant", { MerchantId: "1" }, "9039"],
    ["a wrong password", { Password: "x" }, "5001"],
    ["a wrong terminal", { TerminalNo: "VP000999" }, "1112"],
    ["an unknown type", { TransactionType: "Give" }, "2200"],
    ["an id with a hyphen", { TransactionId: "a-1" }, "1054"],
    ["an order with a blank", { OrderId: "a 1" }, "1078"],
    ["an amount in kuruş", { CurrencyAmount: "9050" }, "1046"],
    ["an unknown currency", { CurrencyCode: "0949" }, "0972"],
    ["one installment", { NumberOfInstallments: "1" }, "1060"],
    ["no address of the customer", { ClientIp: undefined }, "1096"],
    ["no source", { TransactionDeviceSource: undefined }, "1121"],
    ["a wrong card number", { Pan: "5528790000000009" }, "1051"],
    ["an expiry with two digits of the year", { Expiry: "3012" }, "1052"],
    ["a CVC with letters", { Cvv: "abc" }, "1050"],
    ["a holder with Turkish letters", { CardHoldersName: "Şule" }, "0012"],
    ["a card without money", { Pan: "4111111111111129" }, "0051"],
    ["a card with a wrong CVC", { Pan: "4124111111111116" }, "0312"],
    ["an authentication that was never made", { MpiTransactionId: "none" }, "1115"],
  ])("answers %s by its code", async (_name, fields, code) => {
    expect(await vpos({ ...SALE, ...fields })).toBe(code);
  });

  it("takes a transaction id once, and an order until it is paid", async () => {
    const TransactionId = next();
    const OrderId = next();
    expect(await vpos({ ...SALE, OrderId, Pan: "4111111111111129" })).toBe("0051");
    expect(await vpos({ ...SALE, OrderId, TransactionId })).toBe("0000");
    expect(await vpos({ ...SALE, TransactionId })).toBe("1006");
    expect(await vpos({ ...SALE, OrderId })).toBe("1061");
  });

  it("captures once, and not more than was held", async () => {
    const ReferenceTransactionId = next();
    const held = { ...SALE, TransactionType: "Auth", TransactionId: ReferenceTransactionId };
    const capture = { ...SALE, TransactionType: "Capture", ReferenceTransactionId };
    expect(await vpos(held)).toBe("0000");
    expect(await vpos({ ...capture, CurrencyAmount: "90.51" })).toBe("0323");
    expect(await vpos(capture)).toBe("0000");
    expect(await vpos(capture)).toBe("1065");
    const cancel = { ...SALE, TransactionType: "Cancel", ReferenceTransactionId };
    expect(await vpos(cancel)).toBe("0971");
  });

  it("cancels once and before the day end, and refunds the rest and no more", async () => {
    const [first, second] = [next(), next()];
    await vpos({ ...SALE, TransactionId: first });
    await vpos({ ...SALE, TransactionId: second });
    const cancel = { ...SALE, TransactionType: "Cancel", ReferenceTransactionId: first };
    expect(await vpos({ ...cancel, ReferenceTransactionId: "none" })).toBe("1007");
    expect(await vpos(cancel)).toBe("0000");
    expect(await vpos(cancel)).toBe("1083");
    expect(await vpos({ ...cancel, TransactionType: "Refund" })).toBe("0982");
    world.clock.move(DAY);
    const late = { ...cancel, ReferenceTransactionId: second };
    const refund = { ...late, TransactionType: "Refund" };
    expect(await vpos(late)).toBe("2202");
    expect(await vpos({ ...late, TransactionType: "Reversal" })).toBe("2202");
    expect(await vpos({ ...refund, CurrencyAmount: "40.50" })).toBe("0000");
    expect(await vpos({ ...refund, CurrencyAmount: "60.00" })).toBe("1046");
    expect(await vpos({ ...refund, CurrencyAmount: "50.00" })).toBe("0000");
    expect(await vpos(refund)).toBe("1059");
  });

  it("reverses a charge of an open day once", async () => {
    const ReferenceTransactionId = next();
    await vpos({ ...SALE, TransactionId: ReferenceTransactionId });
    const reversal = { ...SALE, TransactionType: "Reversal", ReferenceTransactionId };
    expect(await vpos(reversal)).toBe("0000");
    expect(await vpos(reversal)).toBe("1101");
    expect(await vpos({ ...reversal, TransactionType: "Refund" })).toBe("1089");
  });

  it("takes no message in the minute of its day end", async () => {
    // The clock stands at noon in Istanbul.
    world.clock.move(11 * HOUR + 59 * MINUTE);
    expect(await vpos(SALE)).toBe("7777");
    world.clock.move(MINUTE);
    expect(await vpos(SALE)).toBe("0000");
    world.clock.move(12 * HOUR);
  });

  it.each<[string, Fields, string]>([
    ["an enrolment", {}, "200"],
    ["XML", { ...empty(), prmstr: "<X/>" }, "2030"],
    ["a wrong password", { MerchantPassword: "x" }, "2005"],
    ["no id", { VerifyEnrollmentRequestId: "" }, "2022"],
    ["an amount in kuruş", { PurchaseAmount: "9050" }, "1008"],
    ["an expiry with the whole year", { ExpiryDate: "203012" }, "2030"],
    ["no scheme", { BrandName: undefined }, "2009"],
    ["no address for success", { SuccessUrl: "" }, "5037"],
    ["no address for failure", { FailureUrl: "" }, "5038"],
    ["a wrong card number", { Pan: "5528790000000009" }, "2029"],
  ])("answers the start of 3-D Secure with %s by its code", async (_name, fields, code) => {
    expect(await enrol({ ...ENROLMENT, ...fields })).toBe(code);
  });

  it("makes an id for a message without one, by which later messages name it", async () => {
    const answer = await post("Vposreq", {
      prmstr: vposXml({ ...SALE, TransactionId: undefined }),
    });
    const id = /<TransactionId>([0-9a-f]{32})</.exec(answer)?.[1];
    const cancel = { ...SALE, TransactionType: "Cancel", ReferenceTransactionId: id };
    expect(await vpos(cancel)).toBe("0000");
  });

  it("takes the card after 3-D Secure at the older set-up only, if it is the enrolled one", async () => {
    const older = {
      MerchantId: "000000000111111",
      Password: "3XTgER89as",
      TerminalNo: "VP000095",
    };
    for (const [merchant, changes, code] of [
      [older, { CurrencyAmount: "90.51" }, "1126"],
      [older, { Pan: "5400360000000003" }, "1126"],
      [older, { Expiry: "203011" }, "1126"],
      [older, {}, "0000"],
      [IDENTITY, {}, "1127"],
    ] as const) {
      const proof = await authenticate(merchant);
      expect(await vpos({ ...SALE, ...merchant, ...proof, ...changes })).toBe(code);
      const bare = { Pan: undefined, Expiry: undefined, Cvv: undefined, CurrencyAmount: undefined };
      const repeated = { ...SALE, ...merchant, ...proof, ...bare, CurrencyCode: undefined };
      expect(await vpos(repeated)).toBe(code === "0000" ? "1128" : "0000");
    }
  });

  /** Passes 3-D Secure for the sale, and returns what a charge tells of it. */
  async function authenticate(merchant: { MerchantId: string; Password: string }): Promise<Fields> {
    const id = next();
    const answer = await post("Enrollment", {
      ...ENROLMENT,
      MerchantId: merchant.MerchantId,
      MerchantPassword: merchant.Password,
      VerifyEnrollmentRequestId: id,
    });
    const read = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(answer)?.[1] ?? "";
    const fields = { PaReq: read("PaReq"), TermUrl: read("TermUrl"), MD: read("MD") };
    const [returned] = await passChallenge(
      { kind: "form", action: read("ACSUrl"), fields },
      { returnUrl: "https://shop.example/", decision: "approve", cardNumber: SALE.Pan },
    );
    return { MpiTransactionId: id, ECI: returned?.["Eci"], CAVV: returned?.["Cavv"] };
  }

  it("refuses another enrolment with the same id", async () => {
    const VerifyEnrollmentRequestId = next();
    const enrolment = { ...ENROLMENT, VerifyEnrollmentRequestId };
    expect(await enrol(enrolment)).toBe("200");
    expect(await enrol({ ...enrolment, PurchaseAmount: "91.00" })).toBe("2023");
  });

  it("answers a page of HTML to a caller without the usual headers", async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const call = request(`${world.bankUrl}/doors/payflex/Search`, { method: "POST" });
      call.on("error", reject);
      call.on("response", (response) => {
        response.setEncoding("utf8").on("data", resolve);
      });
      call.end();
    });
    expect(answer).toContain("Request Rejected");
  });
});

function vposXml(fields: Fields): string {
  const xml = Object.entries(fields)
    .map(([name, value]) => (value === undefined ? "" : `<${name}>${value}</${name}>`))
    .join("");
  return `<VposRequest>${xml}</VposRequest>`;
}

function empty(): Fields {
  return Object.fromEntries(Object.keys(ENROLMENT).map((name) => [name, undefined]));
}

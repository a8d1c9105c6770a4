import { describe, expect, it } from "vitest";
import { scriptedBank, scriptedInquiry } from "../../../test/support/scripted-line.ts";
import { Secret } from "../../kernel/secret.ts";
import { posnet } from "./adapter.ts";
import { ownSignature } from "../kit/signed-return.ts";
import { signedResolution } from "./signature.ts";

const REFERENCE = "0abcdefghjkmnpqrstvw";
const CREDENTIALS = {
  merchant_no: "6706598320",
  terminal_no: "67005551",
  posnet_id: "9644",
  key: "10,10,10,10,10,10,10,10",
};
const PACKETS = {
  BankPacket: "0123456789ABCDEF",
  MerchantPacket: "0123456789ABCDEF",
  Sign: "0123456789ABCDEF",
};

function refusedWith(code: string): string {
  return (
    `<posnetResponse><approved>0</approved><respCode>${code}</respCode>` +
    `<respText>RED ${code}</respText></posnetResponse>`
  );
}

function resolved(mdStatus: string): string {
  const { merchant_no: merchantNo, terminal_no: terminalNo, key } = CREDENTIALS;
  const payment = { xid: REFERENCE, amount: "10000", currency: "TL" };
  const terminal = { merchantNo, terminalNo, key: new Secret(key) };
  const mac = ownSignature(signedResolution(terminal, payment, { mdStatus, mac: "" }));
  return (
    "<posnetResponse><approved>1</approved><oosResolveMerchantDataResponse>" +
    `<xid>${REFERENCE}</xid><amount>10000</amount><currency>TL</currency>` +
    `<installment>00</installment><mdStatus>${mdStatus}</mdStatus><mac>${mac}</mac>` +
    "</oosResolveMerchantDataResponse></posnetResponse>"
  );
}

/** Reads a return; the bank gives these answers in turn, and the last one again. */
async function read(...answers: readonly string[]) {
  let next = 0;
  const { acquirer, asked } = scriptedBank({
    protocol: posnet,
    bank: "yapikredi",
    credentials: CREDENTIALS,
    answer: () => answers[Math.min(next++, answers.length - 1)] ?? "",
  });
  const about = scriptedInquiry({ reference: REFERENCE });
  const request = { ...about, installmentCount: 1, method: "POST", fields: PACKETS } as const;
  return { outcome: await acquirer.readReturn(request), asked: asked.length };
}

describe("a return of Posnet that the bank does not decrypt", () => {
  it.each([
    ["0100", "unknown"],
    ["0124", "unknown"],
    ["0125", "unknown"],
    ["0126", "unknown"],
    ["0400", "unknown"],
    ["0995", "unknown"],
    ["7777", "unknown"],
    ["", "unknown"],
    ["0003", "not_authenticated"],
    ["0146", "not_authenticated"],
    ["0147", "not_authenticated"],
    ["0148", "not_authenticated"],
    ["0150", "not_authenticated"],
    ["0600", "forged"],
    ["E216", "forged"],
  ])("with the code %j is %s", async (code, kind) => {
    const { outcome } = await read(refusedWith(code));
    expect(outcome.kind).toBe(kind);
    if (kind !== "not_authenticated") return;
    const reason = "three_d_secure_unavailable";
    expect(outcome).toMatchObject({ reason, bankMessage: `${code} RED ${code}` });
  });

  it("is asked about once more if the bank failed", async () => {
    expect(await read(refusedWith("0100"), resolved("1"))).toMatchObject({
      outcome: { kind: "authenticated" },
      asked: 2,
    });
    expect((await read(refusedWith("0148"))).asked).toBe(1);
  });
});

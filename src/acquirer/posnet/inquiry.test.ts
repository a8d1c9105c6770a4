import { describe, expect, it } from "vitest";
import { scriptedBank, scriptedInquiry } from "../../../test/support/scripted-line.ts";
import { posnet } from "./adapter.ts";
import { stateOf } from "./answer.ts";

const REFERENCE = "0abcdefghjkmnpqrstvw";
const NAMES = [`TDS_${REFERENCE}`, `TDSC${REFERENCE}`] as const;

const EMPTY = "<posnetResponse><approved>1</approved></posnetResponse>";

function refusedWith(code: string): string {
  return `<posnetResponse><approved>0</approved><respCode>${code}</respCode></posnetResponse>`;
}

function saleUnder(orderId: string): string {
  return (
    `<posnetResponse><approved>1</approved><transactions><transaction><orderID>${orderId}</orderID>` +
    "<amount>100,00</amount><currencyCode>TL</currencyCode><authCode>504289</authCode>" +
    "<tranDate>2026-11-23 11:21:14.281</tranDate><state>Sale</state><txnStatus>1</txnStatus>" +
    "<hostLogKey>021450428990000191</hostLogKey></transaction></transactions></posnetResponse>"
  );
}

/** Asks about an attempt with 3-D Secure, whose two names the bank answers in this way. */
async function found(first: string, second: string) {
  const { acquirer, asked } = scriptedBank({
    protocol: posnet,
    bank: "yapikredi",
    credentials: { merchant_no: "1", terminal_no: "1", posnet_id: "1", key: "1" },
    answer: (_host, body) => (body.includes(NAMES[0]) ? first : second),
  });
  const state = stateOf({
    reference: REFERENCE,
    step: "sale",
    isChallenged: true,
    installments: "00",
  });
  const outcome = await acquirer.inquire(scriptedInquiry({ reference: REFERENCE, state }));
  return { kind: outcome.kind, asked: asked.length };
}

describe("the inquiry of Posnet about an attempt with 3-D Secure", () => {
  it.each([
    ["the code of no order", refusedWith("0123")],
    ["the other code of no order", refusedWith("E219")],
    ["the code of no record", refusedWith("0122")],
    ["an empty list", EMPTY],
  ])("tries the second name after %s", async (_name, first) => {
    const approved = { kind: "approved", asked: 2 };
    expect(await found(first, saleUnder(NAMES[1]))).toEqual(approved);
  });

  it("finds nothing only if the bank says so under both names", async () => {
    const [none, unclear] = [refusedWith("0123"), refusedWith("0122")];
    expect(await found(none, refusedWith("E219"))).toEqual({ kind: "not_found", asked: 2 });
    const unknown = { kind: "unknown", asked: 2 };
    expect(await found(EMPTY, EMPTY)).toEqual(unknown);
    expect(await found(unclear, none)).toEqual(unknown);
    expect(await found(none, unclear)).toEqual(unknown);
    expect(await found(none, EMPTY)).toEqual(unknown);
  });

  it("asks no more once the bank knows the first name, or did not answer", async () => {
    expect(await found(saleUnder(NAMES[0]), EMPTY)).toEqual({ kind: "approved", asked: 1 });
    expect(await found(refusedWith("0100"), EMPTY)).toEqual({ kind: "unknown", asked: 1 });
  });
});

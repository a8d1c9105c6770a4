import { describe, expect, it } from "vitest";
import { instant } from "../../src/kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import { Secret } from "../../src/kernel/secret.ts";
import { jsonDialect } from "../../src/acquirer/boa/json-dialect.ts";
import { authorizationOf } from "../../src/acquirer/boa/answer.ts";
import { xmlDialect } from "../../src/acquirer/boa/xml-dialect.ts";
import { readVpos } from "../../src/acquirer/payflex/answer.ts";
import { outcomeOf, readSearch } from "../../src/acquirer/payflex/inquiry.ts";
import { dice, type Dice } from "../contract/protocol-mutations.ts";

const ROUNDS = 10_000;
const AMOUNT = money(101n, "TRY");

const INQUIRY = {
  merchantId: "mer_00000000" as MerchantId,
  attemptId: "att_1" as AttemptId,
  orderId: "ORD-1" as OrderId,
  reference: "att1",
  kind: "authorize" as const,
  amount: AMOUNT,
  state: undefined,
  original: undefined,
  createdAt: instant(0),
};

const ACCOUNT = {
  merchantId: "496",
  customerId: "400235",
  userName: "apitest",
  password: new Secret("api123"),
};

/** Texts that deny a payment, and the reader that may never call one of their mutations paid. */
const READERS: Readonly<Record<string, readonly [text: string, read: (text: string) => boolean]>> =
  {
    "PayFlex: a declined sale": [
      `<VposResponse><MerchantId>1</MerchantId><TransactionType>Sale</TransactionType>
<TransactionId>att1</TransactionId><ResultCode>0051</ResultCode>
<ResultDetail>YETERSİZ</ResultDetail>
<AuthCode>000000</AuthCode><Rrn>306823971358</Rrn><CurrencyAmount>1.01</CurrencyAmount>
<CurrencyCode>949</CurrencyCode></VposResponse>`,
      (text) => {
        const expected = {
          type: "Sale",
          merchantId: "1",
          reference: "att1",
          amount: AMOUNT,
        } as const;
        return readVpos(text, expected).kind === "approved";
      },
    ],
    "PayFlex: an inquiry about a declined sale": [
      `<SearchResponse><ResponseInfo><Status>Success</Status><ResponseCode>0000</ResponseCode>
</ResponseInfo><TotalItemCount>1</TotalItemCount><TransactionSearchResultInfo>
<TransactionSearchResultInfo><TransactionType>Sale</TransactionType>
<TransactionId>att1</TransactionId><ResultCode>0051</ResultCode><AuthCode>000000</AuthCode>
<Rrn>306823971358</Rrn><Amount>1.01</Amount><AmountCode>949</AmountCode>
</TransactionSearchResultInfo></TransactionSearchResultInfo></SearchResponse>`,
      (text) => outcomeOf(readSearch(text), INQUIRY).kind === "approved",
    ],
    "Kuveyt Türk: a declined provision": [
      `{"Result":{"OrderId":203418187,"MerchantOrderId":"att1"},"Success":false,"ResponseCode":"51",
"ResponseMessage":"YETERSİZ BAKİYE","BusinessKey":1,"TransactionTime":1717685609}`,
      (text) => {
        const read = jsonDialect.readResult(ACCOUNT, text);
        return read.kind === "result" && read.isSuccess && read.code === "00";
      },
    ],
    "Kuveyt Türk: a list with a failed purchase": [
      `{"Result":[{"OrderId":203418187,"MerchantOrderId":"att1","LastOrderStatus":"Satış (1)",
"TransactionStatus":"Basarısız (2)","FirstAmount":1.01,"DrawbackAmount":0,"FEC":"TRY (0949)",
"ResponseCode":"51","EndOfDayStatus":"Açık (1)","ProvisionNumber":"","Transactions":[]}],
"Success":true,"ResponseCode":"Successfull"}`,
      (text) => authorizationOf(jsonDialect.readOrders(text, AMOUNT), INQUIRY).kind === "approved",
    ],
    "Vakıf Katılım: a signed refusal": [
      `<VPosTransactionResponseContract><RRN></RRN><ResponseCode>OrderDataNotFound</ResponseCode>
<OrderId>0</OrderId><MerchantOrderId>124</MerchantOrderId><ProvisionNumber>123456</ProvisionNumber>
<HashData>i8SYtpK1WT9uQ532aQwPxaEmaJE=</HashData></VPosTransactionResponseContract>`,
      (text) => {
        const read = xmlDialect.readResult(ACCOUNT, text);
        return read.kind === "result" && read.isSuccess;
      },
    ],
    "Vakıf Katılım: a list with a failed purchase": [
      `<VPosTransactionResponseContract><VPosOrderData><OrderContract><OrderId>1</OrderId>
<MerchantOrderId>att1</MerchantOrderId><LastOrderStatus>1</LastOrderStatus>
<TransactionStatus>2</TransactionStatus><FirstAmount>1.01</FirstAmount><FEC>0949</FEC>
<ResponseCode>51</ResponseCode><ProvNumber></ProvNumber></OrderContract></VPosOrderData>
<ResponseCode>00</ResponseCode></VPosTransactionResponseContract>`,
      (text) => authorizationOf(xmlDialect.readOrders(text, AMOUNT), INQUIRY).kind === "approved",
    ],
  };

describe(`answers of PayFlex and BOA, damaged in ${ROUNDS} ways`, () => {
  it.each(Object.entries(READERS))("never become a payment: %s", (_name, [text, read]) => {
    const roll = dice(text.length);
    for (let round = 0; round < ROUNDS; round += 1) {
      const changed = damagedText(text, roll);
      expect(read(changed), changed).toBe(false);
    }
  });
});

/** Damages one to three places of a text. */
function damagedText(text: string, roll: Dice): string {
  let changed = text;
  for (let times = roll(3) + 1; times > 0; times -= 1) {
    const change = TEXT_CHANGES[roll(TEXT_CHANGES.length)];
    if (change !== undefined && changed !== "") changed = change(changed, roll);
  }
  return changed;
}

type TextChange = (text: string, roll: Dice) => string;

const JUNK = [
  "\u0000",
  "<",
  "</",
  ">",
  "&#0;",
  "&lt;",
  '"',
  "{",
  "}",
  "[",
  "]",
  "İ",
  "\ud800",
  "9",
];

const TEXT_CHANGES: readonly TextChange[] = [
  (text, roll) => text.slice(0, roll(text.length)),
  (text, roll) => text.slice(roll(text.length)),
  (text, roll) => spliced(text, { at: roll(text.length), take: roll(12), put: "" }),
  (text, roll) =>
    spliced(text, { at: roll(text.length), take: 0, put: JUNK[roll(JUNK.length)] ?? "" }),
  (text, roll) =>
    spliced(text, { at: roll(text.length), take: 1, put: String.fromCharCode(roll(256)) }),
  // An element or value is repeated, moved or very long.
  (text, roll) => {
    const [from, to] = [roll(text.length), roll(text.length)];
    return spliced(text, { at: to, take: 0, put: text.slice(from, from + roll(80)) });
  },
  (text, roll) => text.replace(/>([^<]+)</, (found) => found.repeat(roll(40))),
  // Another character set.
  (text) => Buffer.from(text).toString("latin1"),
  (text) => Buffer.from(text, "latin1").toString(),
  (text) => text.toUpperCase(),
  (text) => `\ufeff${text}${text}`,
];

function spliced(
  text: string,
  { at, take, put }: { readonly at: number; readonly take: number; readonly put: string },
): string {
  return text.slice(0, at) + put + text.slice(at + take);
}

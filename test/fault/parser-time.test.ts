// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkReturnUrl } from "../../src/domain/session/return-url.ts";
import { verifyRedirect } from "../../src/client/verify-redirect.ts";
import { verifyWebhook } from "../../src/client/verify-webhook.ts";
import { parseAnswer } from "../../src/acquirer/sandbox/answer.ts";
import {
  readBinFile,
  readLimitFile,
  readRateFile,
  readSettlementFile,
  readTermFile,
} from "../../src/file/csv/table-files.ts";
import { jsonShape, repeatedName, roundedName } from "../../src/http/body/json-shape.ts";
import { parseNetwork } from "../../src/http/limit/networks.ts";
import { chooseEncoding } from "../../src/page/compression.ts";
import { languageOfBrowser } from "../../src/page/language.ts";
import { readReports } from "../../src/checkout/violation/read-reports.ts";
import { splitAncestors } from "../../src/checkout/page-watch/compare-headers.ts";
import { observePage } from "../../src/checkout/page-watch/observe-page.ts";
import { readExpectation } from "../../src/checkout/page-watch/read-expectation.ts";
import { readDecimalAmount, readTurkishAmount } from "../../src/acquirer/kit/amounts.ts";
import { readForm } from "../../src/acquirer/kit/html-form.ts";
import { readIstanbul } from "../../src/kernel/istanbul-time.ts";
import { readXml } from "../../src/acquirer/kit/xml.ts";
import { readUpload } from "../../src/http/body/upload.ts";
import { received } from "../support/received-form.ts";
import { maskRequestId, maskSecrets } from "../../src/system/redaction/mask-secrets.ts";
import { redact } from "../../src/system/redaction/redact.ts";
import { redactPath } from "../../src/system/redaction/redact-path.ts";
import { SHOWN_IN_REQUESTS } from "../../src/system/redaction/shown-names.ts";
import { readStatement } from "../../src/file/statement/statement-file.ts";
import { systemDigest } from "../../src/system/digest.ts";
import { maskText } from "../../src/system/logger.ts";
import { readPart } from "../../src/vault/key-parts.ts";
import { readNumberAmount } from "../../src/outbound/account-feed/kit/number-amount.ts";
import { createWebhookSender } from "../../src/outbound/webhook/sender.ts";
import { checkEndpointAddress } from "../../src/domain/event/endpoint-address.ts";
import { readProofDocument } from "../../src/domain/ledger/read-proof.ts";
import { parseExactRecord } from "../../src/kernel/exact-json.ts";
import { newUserId } from "../../src/kernel/ids.ts";
import { Secret } from "../../src/kernel/secret.ts";
import { findUnstorable } from "../../src/kernel/text.ts";
import { knownDevice } from "../../src/domain/merchant/known-device.ts";
import { readLogo } from "../../src/domain/merchant/logo.ts";
import { passwordWeakness } from "../../src/domain/merchant/password.ts";
import { findCutCodes, findReferenceCodes } from "../../src/domain/transfer/reference-code.ts";
import { growthProblems, textsOf } from "../support/growth-problems.ts";
import { movableClock, random } from "../support/sandbox-bank.ts";
import { SETTLEMENT_HEAD } from "../support/settlements.ts";
import { startReceiver, type Receiver } from "../support/webhook-receiver.ts";
import { encoded } from "../support/sweep/target.ts";

type Parser = readonly [name: string, parse: (text: string) => unknown];

const bytes = (text: string): Buffer => Buffer.from(text);
const statement = (text: string): unknown =>
  refusable(() => readStatement(bytes(text), systemDigest));
const camt = (inside: string): unknown =>
  statement(
    `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>TR33</IBAN></Id></Acct>${inside}</Stmt>` +
      "</BkToCstmrStmt></Document>",
  );
const entry = (more: string): string =>
  '<Ntry><Amt Ccy="TRY">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt>' +
  `</BookgDt>${more}</Ntry>`;
const xml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const mt940 = (fields: string): unknown =>
  statement(`:20:1\n:25:TR33\n:60F:C261120TRY0,00\n${fields}\n-`);
const ENTRY = ":61:2611211121C1,00NTRFNONREF//R1\n";

const webhook = (text: string): unknown => {
  const id = { "webhook-id": "evt_1", "webhook-timestamp": "0" };
  const headers = { ...id, "webhook-signature": text };
  return verifyWebhook(headers, text, "whsec_AAAA", { now: 0 }).catch(String);
};

/** An exception for a malformed text counts as an answer. */
function refusable(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    return error;
  }
}

const HEX = "0".repeat(64);
const RATES = "program,card_bank,installment_count,commission_rate,valid_from";
const BINS = "bin,bank_name,card_brand,card_type";
const form = (name: string, text: string): Buffer =>
  bytes(
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n${text}\r\n--x--\r\n`,
  );

const readMultipart = (body: Buffer, boundary: string) =>
  readUpload(received(body, `multipart/form-data; boundary=${boundary}`), body.length);

const SHOP = "https://shop.example/checkout";
const PAGE = "<!doctype html><html>";
const elements = (text: string): string =>
  `<a href="${SHOP}">${text.slice(0, 9)}</a>`.repeat(text.length / 40);
const policyOf = (text: string) => ({ "Content-Security-Policy": `frame-ancestors ${text}` });
const OWNER = { email: "owner@kitapci.example", merchantName: "Kitapçı" };
const USER = newUserId(random);
const DEVICE_DEPS = {
  clock: movableClock(),
  random,
  digest: systemDigest,
  deviceSecret: new Secret("a"),
};

const PARSERS: readonly Parser[] = [
  ["JSON with exact numbers", (text) => parseExactRecord(`{"a":"${text}"}`)],
  ["a number of JSON with exact numbers", (text) => parseExactRecord(`{"a":[${text}]}`)],
  ["an amount of an account feed", (text) => readNumberAmount(text, "TRY")],
  ["a statement", statement],
  ["the text of a camt.053", (text) => camt(entry(`<AddtlNtryInf>${xml(text)}</AddtlNtryInf>`))],
  ["the entries of a camt.053", camt],
  ["an attribute of a camt.053", (text) => camt(entry(`<A b='${xml(text)}'/>`))],
  ["a comment of a camt.053", (text) => camt(`<!--${text}`)],
  ["the fields of an MT940", (text) => mt940(text)],
  ["an entry of an MT940", (text) => mt940(`:61:2611211121C1,00NTRF${text}`)],
  ["the details of an MT940", (text) => mt940(`${ENTRY}:86:${text}`)],
  ["subfields of an MT940", (text) => mt940(`${ENTRY}:86:166?20${text}`)],
  ["code words of an MT940", (text) => mt940(`${ENTRY}:86:/REMI/${text}`)],
  ["labels of an MT940", (text) => mt940(`${ENTRY}:86:AÇIKLAMA: ${text}`)],
  ["a BIN table", (text) => readBinFile(bytes(`${BINS}\n400000,${text},visa,credit\n`))],
  ["the head of a table", (text) => readBinFile(bytes(`${text}\n1\n`))],
  ["a commission table", (text) => readRateFile(bytes(`${RATES}\n${text},partner,3,1,2026-01-01`))],
  [
    "a table of limits",
    (text) => readLimitFile(bytes(`category,max_installments,valid_from\n${text}`)),
  ],
  [
    "a contract",
    (text) => readTermFile(bytes(`payment_type,commission_rate,value_days,valid_from\n${text}`)),
  ],
  ["a settlement file", (text) => readSettlementFile(bytes(`${SETTLEMENT_HEAD}\n${text}`))],
  ["a form with files", (text) => readMultipart(form("f", text), "x")],
  ["a part's name", (text) => readMultipart(form(text, ""), "x")],
  ["a form's type", (text) => readMultipart(form("f", ""), text)],
  ["a logo", (text) => readLogo(bytes(text))],
  ["the shape of JSON", jsonShape],
  ["JSON's names", (text) => refusable(() => repeatedName(text))],
  ["JSON's numbers", (text) => refusable(() => roundedName(text))],
  ["what can't be stored", (text) => findUnstorable({ [text]: [text, { [text]: text }] })],
  ["a bank's answer", parseAnswer],
  ["a return URL", (text) => checkReturnUrl(`https://shop.example/${text}`, "live")],
  [
    "a webhook's address",
    (text) => checkEndpointAddress(`https://shop.example/${text}`, { mustBeHttps: true }),
  ],
  [
    "a redirect",
    (text) => verifyRedirect(`/?status=success&signature=${text}`, "whsec_x").catch(String),
  ],
  ["a redirect's parameters", (text) => verifyRedirect(text, "whsec_x").catch(String)],
  [
    "a redirect's value",
    (text) =>
      verifyRedirect(`/?status=failed&code=${text}&signature=${HEX}`, "whsec_x").catch(String),
  ],
  ["a webhook", webhook],
  ["a proof", (text) => refusable(() => readProofDocument(text))],
  ["accepted encodings", chooseEncoding],
  ["accepted languages", languageOfBrowser],
  ["secrets in a text", maskSecrets],
  ["a request id", maskRequestId],
  ["a line of the log", maskText],
  [
    "a body in the request log",
    (text) => redact({ success_url: text, [text]: text }, SHOWN_IN_REQUESTS),
  ],
  ["a path in the request log", (text) => redactPath(`/${text}?a=b`, { success_url: text })],
  [
    "a report of an older browser",
    (text) =>
      readReports(
        {
          "csp-report": {
            "document-uri": `${SHOP}${text}`,
            "blocked-uri": text,
            "violated-directive": text,
          },
        },
        "",
      ),
  ],
  [
    "a browser's report",
    (text) => {
      const body = {
        documentURL: `${SHOP}?session=${text}`,
        blockedURL: `https://${text}`,
        effectiveDirective: text,
      };
      return readReports([{ type: "csp-violation", body }], "");
    },
  ],
  ["the cookie of a known browser", (text) => knownDevice(DEVICE_DEPS, text, USER)],
  ["a password", (text) => passwordWeakness(text, OWNER, new Set())],
  [
    "a password of an owner with long names",
    (text) => passwordWeakness("kestane 7 balonu", { email: text, merchantName: text }, new Set()),
  ],
  ["a network of a key", parseNetwork],
  ["a part of a vault's key", (text) => refusable(() => readPart(text, "a file"))],
  ["text of a page that is watched", (text) => observePage(`${PAGE}<p>${text}`, SHOP)],
  ["an attribute of a page that is watched", (text) => observePage(`${PAGE}<p a="${text}`, SHOP)],
  [
    "many elements of a page that is watched",
    (text) => observePage(`${PAGE}${elements(text)}`, SHOP),
  ],
  ["the policy of a page that is watched", (text) => splitAncestors(policyOf(text))],
  ["an expectation of watched pages", readExpectation],
  ["an amount of a bank", (text) => readDecimalAmount(text, "TRY")],
  ["a Turkish amount", (text) => readTurkishAmount(text, "TRY")],
  ["a time of a bank", (text) => readIstanbul(text, "yyyy-MM-dd HH:mm:ss.SSS")],
  ["a form of a bank", (text) => readForm(`<form action="https://b">${text}</form>`)],
  ["a field of a bank's form", (text) => readForm(`<form><input name="a" value="${text}"></form>`)],
  ["an element of a bank", (text) => readXml(`<a><b>${text}</b></a>`, "a")],
  ["an attribute of a bank", (text) => readXml(`<a><b c="${text}"/></a>`, "a")],
  ["codes in a description", findReferenceCodes],
  ["cut codes in a description", findCutCodes],
];

const PARSER_MS = 60_000;
/** Node refuses an answer whose header fields are longer than 16 KiB. */
const HEADER_MAX = 12_000;

describe("the processing time of a parser", () => {
  it.each(PARSERS.map((parser, index) => [...parser, index] as const))(
    "grows no faster than %s",
    async (_name, parse, index) => {
      expect(await growthProblems(textsOf(index), parse)).toEqual([]);
    },
    PARSER_MS,
  );
});

describe("the processing time of an answer to a webhook", () => {
  const sender = createWebhookSender({
    userAgent: "Vezne",
    mask: maskText,
    loopback: { webhookLoopback: true, isRehearsal: false },
  });
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await sender.close();
    await receiver.stop();
  });

  it(
    "grows no faster than its body and its header fields",
    async () => {
      const deliver = async (text: string): Promise<void> => {
        const headers = { "x-text": encoded(text).slice(0, HEADER_MAX) };
        receiver.answer = () => ({ status: 400, headers, body: text });
        const request = { url: receiver.url, mode: "test", headers: {}, body: "{}" } as const;
        expect(await sender.send(request)).toMatchObject({ kind: "answered" });
      };
      expect(await growthProblems(textsOf(PARSERS.length), deliver)).toEqual([]);
    },
    PARSER_MS,
  );
});

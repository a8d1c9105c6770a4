import { NO_ORDER_TEXT, type ProtocolEvidence } from "../kit/evidence.ts";
import { BANKS } from "./banks.ts";

/** How each fact is known on which this adapter rests; docs/banks/nestpay.md is printed from it. */
export const EVIDENCE: ProtocolEvidence = {
  title: "NestPay",
  banks: BANKS.map(
    ({ title, evidence }) => `${title} (address: ${evidence.replace("_", " ")})`,
  ).join(", "),
  summary:
    "NestPay (Asseco, Payten, EST) has an XML interface and a 3-D Secure gate. The bank signs the " +
    "return of 3-D Secure, but not its XML answers. No document of the vendor was at hand: the facts " +
    "come from published clients, from their recorded answers, and from measurements of one of them " +
    "in August 2026. Nothing has been tried against a bank's own production system.",
  rules: [
    {
      rule: "A second charge under the same order id is refused with CORE-2507 or CORE-2302.",
      evidence: "published_clients",
    },
    {
      rule: "An inquiry may say not found right after a payment and find it seconds later.",
      evidence: "measured",
    },
    {
      rule:
        "A refund before the day end is refused with CORE-2508; a whole sale is voided " +
        "until then.",
      evidence: "published_clients",
    },
    {
      rule: "One test store refunds a part on the same day, so a refund is always tried first.",
      evidence: "measured",
    },
    { rule: "The day ends at 23:59 in Istanbul.", evidence: "guess" },
    {
      rule: "A refund of the same amount that is sent again is made again.",
      evidence: "published_clients",
    },
    {
      rule:
        "CORE-1006 to 1029, 2001 to 2015, 2020 to 2034, 2105 to 2131 (not 2127), 2204 to 2209, " +
        "2250 to 2256, 2311 to 2315, 2400, 2502, 2601 and 2603 mean that nothing was charged.",
      evidence: "guess",
    },
    {
      rule: "A charge takes at most 90 s, as the banks' samples wait.",
      evidence: "published_clients",
    },
    { rule: "Not found is proof from 120 s after the request.", evidence: "guess" },
    {
      rule: "A preauthorization can be captured for 15 days (CORE-2513).",
      evidence: "published_clients",
    },
  ],
  orderText: NO_ORDER_TEXT,
  messages: [
    {
      message: "Auth, PreAuth",
      purpose: "A charge or preauthorization: `POST` of `DATA=<CC5Request>` to `/fim/api`.",
      fields: [
        {
          field: "Name, Password, ClientId",
          meaning: "API user and store",
          evidence: "published_clients",
        },
        {
          field: "OrderId",
          meaning: "the attempt's reference, 20 characters",
          evidence: "published_clients",
        },
        { field: "Total", meaning: "`100.25`", evidence: "published_clients" },
        { field: "Currency", meaning: "ISO number, `949`", evidence: "published_clients" },
        { field: "Taksit", meaning: "empty for a single charge", evidence: "published_clients" },
        {
          field: "Number, Expires, Cvv2Val",
          meaning: "the card, `MM/YY`",
          evidence: "published_clients",
        },
        { field: "Mode", meaning: "`P` everywhere; `T` is not booked", evidence: "measured" },
        { field: "IPAddress", meaning: "left out unless the client has IPv4", evidence: "guess" },
        {
          field: "DATA",
          meaning: "percent-encoded form field instead of a bare XML body",
          evidence: "published_clients",
        },
      ],
    },
    {
      message: "Auth, PreAuth after 3-D Secure",
      purpose: "The second step of the models `3d` and `3d_host`.",
      fields: [
        { field: "Number", meaning: "`md` of the return", evidence: "published_clients" },
        { field: "PayerTxnId", meaning: "`xid`", evidence: "published_clients" },
        { field: "PayerSecurityLevel", meaning: "`eci`", evidence: "published_clients" },
        { field: "PayerAuthenticationCode", meaning: "`cavv`", evidence: "published_clients" },
      ],
    },
    {
      message: "PostAuth, Void, Credit",
      purpose: "Capture, cancellation of a whole transaction, refund.",
      fields: [
        {
          field: "OrderId",
          meaning: "the order; always sent, because a credit without one pays any card",
          evidence: "published_clients",
        },
        {
          field: "Total",
          meaning: "less than the hold releases the rest",
          evidence: "published_clients",
        },
        {
          field: "PREAMT",
          meaning: "a capture above the hold; never sent",
          evidence: "published_clients",
        },
      ],
    },
    {
      message: "CC5Response",
      purpose: "The answer to every message.",
      fields: [
        {
          field: "Response, ProcReturnCode",
          meaning: "an approval needs `Approved` and `00`",
          evidence: "published_clients",
        },
        { field: "OrderId", meaning: "must be ours", evidence: "published_clients" },
        {
          field: "ERRORCODE",
          meaning: "`ISO8583-nn` of the issuer or `CORE-nnnn`; in `Extra` or beside it",
          evidence: "published_clients",
        },
        { field: "TRXDATE", meaning: "Istanbul time without an offset", evidence: "guess" },
      ],
    },
    {
      message: "ORDERSTATUS, ORDERHISTORY",
      purpose:
        "The inquiry. Its outer `Approved` means that a record was found, not that it was " +
        "charged.",
      fields: [
        {
          field: "ORIG_TRANS_AMT, CAPTURE_AMT",
          meaning: "kuruş, unlike all requests",
          evidence: "measured",
        },
        {
          field: "TRANS_STAT",
          meaning:
            "`A`, `C`, `S` stand; `D`, `ERR` are declined; `V`, `CNCL` are cancelled; all " +
            "others are unknown",
          evidence: "published_clients",
        },
        {
          field: "CHARGE_TYPE_CD",
          meaning: "`C` is a refund, so the charge is looked up in the history",
          evidence: "published_clients",
        },
        {
          field: "TRX1 … TRXn",
          meaning: "eleven columns, newest first",
          evidence: "published_clients",
        },
        {
          field: "TRX columns of a capture",
          meaning: "the preauthorization's row becomes `C` with the captured amount",
          evidence: "guess",
        },
      ],
    },
    {
      message: "est3Dgate",
      purpose: "The form that opens 3-D Secure; the server posts it, because it holds the card.",
      fields: [
        {
          field: "hash",
          meaning: "`ver3`: SHA-512 over the values in the order of their names",
          evidence: "published_clients",
        },
        { field: "storetype", meaning: "`3d`, `3d_pay`, `3d_host`", evidence: "published_clients" },
        { field: "TranType", meaning: "`Auth` or `PreAuth`", evidence: "published_clients" },
        {
          field: "rnd",
          meaning: "the reference; the return has a value of the bank's own there",
          evidence: "measured",
        },
        { field: "okUrl, failUrl", meaning: "the same address", evidence: "published_clients" },
        {
          field: "callbackUrl",
          meaning: "a copy of the result; never sent, because both copies would charge",
          evidence: "published_clients",
        },
      ],
    },
    {
      message: "The return of 3-D Secure",
      purpose:
        "`POST` by the browser. Order of names, trimming and character set differ between " +
        "banks, so each combination is tried.",
      fields: [
        {
          field: "HASH",
          meaning: "over all values, without `HASH`, `encoding`, `nationalidno`, `countdown`",
          evidence: "measured",
        },
        { field: "HASH in ISO-8859-9", meaning: "tried after UTF-8", evidence: "guess" },
        {
          field: "mdStatus",
          meaning: "only `1` is charged, unless the merchant accepts more",
          evidence: "published_clients",
        },
        {
          field: "okUrl, failUrl, oid, clientid, amount, currency, taksit, storetype",
          meaning: "must be the echo of our form: the hash covers values, not names",
          evidence: "measured",
        },
        {
          field: "md, xid, eci, cavv",
          meaning: "all four are there after full authentication",
          evidence: "measured",
        },
      ],
    },
  ],
  refuses: [
    "A stored card without CVC is sent without `Cvv2Val`; the bank must have opened such sales.",
    "A captured preauthorization is not voided, because it is unknown whether the hold " +
      "would be released too; its refund waits for the day end.",
    "A capture above the held amount is never sent.",
    "A return with the old hash `ver1` is forged.",
    "A failed return of `3d_pay` proves nothing; the inquiry decides.",
    "`99` without a code, no `ProcReturnCode` and any unlisted `CORE` leave the outcome unknown.",
    "A refund whose answer was lost is found by its amount and time, and by the bank's numbers of " +
      "the other refunds; if more or fewer bookings fit than refunds are open, a person decides.",
    "A record under a refusing outer result is read only with the status `D` or `ERR`.",
    "The status `PN`, `R` and every unlisted one leave the outcome unknown.",
  ],
  simulated: [
    "Its address is `/bank/doors/nestpay`, with the published stores 700655000200, " +
      "100100000, 100200000 and 600100000.",
    "It keeps an order id after a decline; the real gateway may free it.",
    "Wrong credentials get `99` with a text and no error code, as one bank's store answered.",
    "A void of a captured preauthorization cancels capture and hold together.",
    "Its 3-D page shows the one-time code; the hosted models show a page with a test card.",
    "It has no recurring orders, points and `callbackUrl`, and no history row of a refused refund.",
    "It refuses a `ver3` form whose names were sorted by case, as one public client sorts them.",
    "The header `x-sandbox-ahead` (ms) of the service's test mode moves its clock for a request.",
  ],
};

import { NO_ORDER_TEXT, type ProtocolEvidence } from "../kit/evidence.ts";

/** How each fact is known on which this adapter rests; docs/banks/posnet.md is printed from it. */
export const EVIDENCE: ProtocolEvidence = {
  title: "Posnet (XML)",
  banks: "Yapı Kredi (address: document)",
  summary:
    "Posnet has an XML interface and a 3-D Secure page to which the browser brings encrypted " +
    "packets. The bank signs the decrypted return and the charge after it, but not its other " +
    "answers. The facts come from the bank's integration documents, from published clients and from " +
    "measurements of one of them in August 2026. Nothing has been tried against the bank's own " +
    "production system.",
  rules: [
    {
      rule:
        "A stored card that comes without its CVC is sent without the field. The bank must have " +
        "opened such sales.",
      evidence: "guess",
    },
    {
      rule:
        "A charge or hold without 3-D Secure is marked as mail order by `mailorderflag` `Y` if the connection " +
        "has `mail_order`, one after 3-D Secure never.",
      evidence: "document",
    },
    {
      rule: "The bank waits up to 45 s for the issuer; a client waits 60 s and then inquires.",
      evidence: "document",
    },
    {
      rule: "A repeated order id is answered with `approved` 2 or 0 and code 0127.",
      evidence: "document",
    },
    {
      rule: "A payment with 3-D Secure has the order id `TDS_` and its XID; one client has `TDSC`.",
      evidence: "document",
    },
    { rule: "A void is possible on the same day, until the batch closes.", evidence: "document" },
    { rule: "A refund is possible on every day, in parts too.", evidence: "document" },
    { rule: "0411 refuses a refund that comes before the booking.", evidence: "document" },
    { rule: "The day ends at 23:59 in Istanbul.", evidence: "guess" },
    { rule: "An inquiry that finds nothing answers 0123.", evidence: "guess" },
    { rule: "Not found is proof from 90 s after the request.", evidence: "guess" },
    {
      rule: "The codes 0091, 0100, 0124 to 0126, 0400 and 0995 do not tell whether it was charged.",
      evidence: "document",
    },
    {
      rule: "The codes 0095, 0110, 0170, 0173, 0213 to 0877 beside the bank's table are declines.",
      evidence: "published_clients",
    },
    {
      rule: "The server's fixed address must be registered (0148), but not for the 3-D page.",
      evidence: "measured",
    },
  ],
  orderText: NO_ORDER_TEXT,
  messages: [
    {
      message: "sale, auth",
      purpose: "A charge or preauthorization: form field `xmldata`.",
      fields: [
        {
          field: "orderID",
          meaning: "24 characters: the reference with zeros on its left",
          evidence: "document",
        },
        { field: "amount", meaning: "kuruş", evidence: "document" },
        { field: "currencyCode", meaning: "`TL`, `US`, `EU`", evidence: "document" },
        { field: "installment", meaning: "two digits, `00` single", evidence: "document" },
        { field: "expDate", meaning: "`YYMM`", evidence: "document" },
        { field: "hostlogkey", meaning: "the bank's reference, in any case", evidence: "document" },
      ],
    },
    {
      message: "oosRequestData",
      purpose: "Encrypts the payment and its card for the browser's form.",
      fields: [
        { field: "XID", meaning: "the reference, exactly 20 characters", evidence: "document" },
        { field: "cardHolderName", meaning: "in ASCII, at most 60 characters", evidence: "guess" },
        {
          field: "data1, data2, sign",
          meaning: "the packets and their sign",
          evidence: "document",
        },
      ],
    },
    {
      message: "oosResolveMerchantData",
      purpose: "Decrypts the return; all other fields of the browser are ignored.",
      fields: [
        {
          field: "mac",
          meaning: "SHA-256 over mdStatus and our own XID, amount, currency and merchant",
          evidence: "document",
        },
        { field: "installment", meaning: "must be ours; it is not signed", evidence: "document" },
        {
          field: "mdStatus",
          meaning: "only `1` is charged, unless the merchant accepts more",
          evidence: "document",
        },
      ],
    },
    {
      message: "oosTranData",
      purpose: "Charges after 3-D Secure; the bank does not check that it was passed.",
      fields: [
        {
          field: "mac",
          meaning: "of the answer: over the host key and our own values",
          evidence: "document",
        },
      ],
    },
    {
      message: "capt, reverse, return",
      purpose: "Capture, void and refund by `hostLogKey`.",
      fields: [
        { field: "installment", meaning: "of the hold", evidence: "document" },
        { field: "transaction", meaning: "`sale` or `auth`", evidence: "document" },
      ],
    },
    {
      message: "agreement",
      purpose: "Every transaction of an order; it settles a lost answer.",
      fields: [
        { field: "amount", meaning: "`1.234,56`", evidence: "document" },
        {
          field: "txnStatus",
          meaning: "`1` stands, `0` failed or voided",
          evidence: "document",
        },
      ],
    },
  ],
  refuses: [
    "`approved` 2 approves nothing by itself; the inquiry tells outcome and amount.",
    "A capture whose number of installments is not known is not sent.",
    "A captured hold is not voided; its refund waits if the bank does not take it yet.",
    "An inquiry with an empty list, or with a row of an unknown state, leaves the outcome unknown.",
    "A refund of a part whose answer was lost stays unknown if the order has one of its amount.",
    "A code that is not in the tables leaves the outcome unknown.",
    "GBP is not charged, because its name is not known.",
  ],
  simulated: [
    "Its address is `/bank/doors/posnet`; merchant 6706598320 with Posnet number 9644, the " +
      "published key, and every terminal 6700xxxx.",
    "The cipher of its packets is its own.",
    "`oosTranData` charges only what was authenticated; the real bank does not check that.",
    "`reverse` takes sales and holds only, no captures and refunds.",
    "Its address list is open, so 0148 comes for a wrong terminal or as a fault only.",
    "It never answers 0411.",
    "Terminal 67005551 has the merchant's order id parameter: its order ids may have 1 to 24 " +
      "characters, filled up with zeros on the left. All others refuse an id that has not 24. No " +
      "terminal takes an id again on another day.",
    "It refuses with E216 a message whose `xmldata` was not percent-encoded and whose MAC has a " +
      "plus sign, as one public client sends half of its payments after 3-D Secure.",
    "It finds a payment after 3-D Secure under both prefixes, `TDS_` and `TDSC`.",
    "Its 3-D page shows the one-time code; it has no common page for the card.",
    "The header `x-sandbox-ahead` (ms) moves its clock for one request.",
  ],
};

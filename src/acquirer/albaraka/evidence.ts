import { NO_ORDER_TEXT, type ProtocolEvidence } from "../kit/evidence.ts";

/** How each fact is known on which this adapter rests; `docs/banks/albaraka.md` is its print. */
export const EVIDENCE: ProtocolEvidence = {
  title: "Posnet (JSON)",
  banks: "Albaraka Türk (address: published clients)",
  summary:
    "The JSON interface of Posnet. The bank does not sign its answers. One published client and its " +
    "recorded answers are the only source, so the adapter offers what they suffice for: charges " +
    "without 3-D Secure, captures, voids, refunds and inquiries. Nothing has been tried against the " +
    "bank's own systems.",
  rules: [
    {
      rule:
        "A stored card that comes without its CVC is sent without the field, and as electronic " +
        "commerce: the value of `IsMailOrder` for mail order is not known, so a connection can't have " +
        "`mail_order`. The bank must have opened such sales.",
      evidence: "guess",
    },
    { rule: "A repeated OrderId is refused with 0127.", evidence: "published_clients" },
    { rule: "An inquiry that finds nothing answers E219.", evidence: "published_clients" },
    { rule: "0148 refuses the terminal or the server's address.", evidence: "published_clients" },
    {
      rule: "Four-digit codes below 0100 are those of the card networks, as in Posnet's XML.",
      evidence: "guess",
    },
    {
      rule: "Voids and refunds follow the windows of Posnet's XML: 0211, 0229 and 0411.",
      evidence: "guess",
    },
    { rule: "A refused capture, void or refund was not made.", evidence: "guess" },
    { rule: "The day ends at 23:59 in Istanbul.", evidence: "guess" },
    { rule: "Not found is proof from 90 s after the request.", evidence: "guess" },
  ],
  orderText: NO_ORDER_TEXT,
  messages: [
    {
      message: "Sale, Auth",
      purpose: "A charge or preauthorization: `POST` of JSON, one path for each operation.",
      fields: [
        {
          field: "MAC",
          meaning: "SHA-256 over the values that `MACParams` names, and the key",
          evidence: "published_clients",
        },
        { field: "OrderId", meaning: "the reference", evidence: "published_clients" },
        { field: "Amount", meaning: "kuruş, a number", evidence: "published_clients" },
        { field: "CurrencyCode", meaning: "`TL`", evidence: "published_clients" },
        { field: "CurrencyCode of others", meaning: "`US`, `EU`", evidence: "guess" },
        {
          field: "InstallmentCount, InstallmentType",
          meaning: "`0` with `N`, or the count with `Y`",
          evidence: "published_clients",
        },
        { field: "IsTDSecureMerchant", meaning: "`N`", evidence: "guess" },
        { field: "ExpireDate", meaning: "`YYMM`", evidence: "published_clients" },
      ],
    },
    {
      message: "Capture, Reverse, Return",
      purpose: "Capture, void and refund by `ReferenceCode`, with `OrderId` null.",
      fields: [
        { field: "Amount of Capture", meaning: "the captured amount", evidence: "guess" },
        {
          field: "TransactionType",
          meaning: "`Sale`, `Auth` or `Capture`, the kind of the original",
          evidence: "published_clients",
        },
      ],
    },
    {
      message: "TransactionInquiry",
      purpose: "Every transaction of an order; it settles a lost answer.",
      fields: [
        { field: "Amount", meaning: "`1,75`", evidence: "published_clients" },
        {
          field: "TransactionDate",
          meaning: "`2019-11-0813:58:37.909`, without a blank",
          evidence: "published_clients",
        },
        { field: "TransactionStatus", meaning: "`1` stands, `0` does not", evidence: "guess" },
        { field: "TransactionType of a void", meaning: "`Reverse`", evidence: "guess" },
      ],
    },
  ],
  refuses: [
    "3-D Secure is not offered: the return signs neither the order nor the amount, so the proof of " +
      "one payment could be used for another one.",
    "Every code that is neither one of the card networks nor known from a client leaves a charge, " +
      "capture, void or refund unknown.",
    "A capture whose number of installments is not known is not sent, and a void or refund whose " +
      "original is not known neither.",
    "A refund of a part whose answer was lost stays unknown if the order has one of its amount.",
    "GBP is not charged, because its name is not known.",
  ],
  simulated: [
    "Its address is `/bank/doors/albaraka`; merchant 6700950031 with the published key, and every " +
      "terminal 6754xxxx.",
    "Its 3-D page is at `/SecureProcess/SecureVerification.aspx`; with `UseOOS` 1 it asks for the card.",
    "An order of 20 characters is found with four zeros or `TDS_` before it.",
    "The codes of its refusals are those of Posnet's XML.",
    "The header `x-sandbox-ahead` (ms) moves its clock for one request.",
  ],
};

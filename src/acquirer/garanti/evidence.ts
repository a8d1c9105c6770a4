import { NO_ORDER_TEXT, type ProtocolEvidence } from "../kit/evidence.ts";

/** How each fact is known on which this adapter rests; docs/banks/garanti.md is printed from it. */
export const EVIDENCE: ProtocolEvidence = {
  title: "Garanti BBVA (GVP)",
  banks: "Garanti BBVA (address: published clients)",
  summary:
    "GVP has an XML interface and a 3-D Secure gate. The bank signs the return of 3-D Secure and " +
    "its XML answers. The facts come from the bank's sample code and support pages, from published " +
    "clients with their recorded answers, and from measurements of one of them in August 2026. " +
    "Nothing has been tried against the bank's own production system.",
  rules: [
    {
      rule:
        "A stored card that comes without its CVC is sent without the field. The bank must have " +
        "opened such sales.",
      evidence: "guess",
    },
    {
      rule:
        "A charge or hold without 3-D Secure is marked as mail order by `MotoInd` `Y` if the connection " +
        "has `mail_order`, one after 3-D Secure never.",
      evidence: "published_clients",
    },
    {
      rule:
        "An XML answer is signed over code, RetrefNum, AuthCode, ProvDate and OrderID; ten " +
        "recorded answers agree.",
      evidence: "published_clients",
    },
    {
      rule: "The answer to a void or refund is signed by the password of PROVRFN or of PROVAUT.",
      evidence: "guess",
    },
    {
      rule: "A sale is voided on its day as a whole; a part may be refunded on the same day.",
      evidence: "document",
    },
    { rule: "A void after the day end is refused by the host with 05.", evidence: "measured" },
    {
      rule: "A refund that comes too early is refused by the gateway with 0208.",
      evidence: "published_clients",
    },
    { rule: "The day ends at 23:59 in Istanbul.", evidence: "guess" },
    { rule: "A second charge under the same OrderID is refused.", evidence: "published_clients" },
    {
      rule: "The code of that refusal is one of those that are not published.",
      evidence: "guess",
    },
    { rule: "0108 and 0110 mean that the bank has no such order.", evidence: "measured" },
    { rule: "9999 and HTTP 500 prove nothing.", evidence: "measured" },
    { rule: "Not found is proof from 90 s after the request.", evidence: "guess" },
    {
      rule: "A hold is dropped after 15 days and may be captured once, for less too.",
      evidence: "document",
    },
  ],
  orderText: NO_ORDER_TEXT,
  messages: [
    {
      message: "sales, preauth",
      purpose: "A charge or preauthorization: `POST` of `GVPSRequest` to `VPServlet`.",
      fields: [
        {
          field: "Terminal/HashData",
          meaning: "SHA-512 over order, terminal, card, amount, currency and password",
          evidence: "published_clients",
        },
        { field: "Version", meaning: "`512`", evidence: "published_clients" },
        { field: "OrderID", meaning: "the attempt's reference", evidence: "published_clients" },
        { field: "Amount", meaning: "kuruş", evidence: "document" },
        { field: "CurrencyCode", meaning: "ISO number, `949`", evidence: "document" },
        { field: "InstallmentCnt", meaning: "empty for a single charge", evidence: "document" },
        {
          field: "IPAddress",
          meaning: "the client's IPv4 address, otherwise `127.0.0.1`; it must not be absent",
          evidence: "published_clients",
        },
        {
          field: "MotoInd",
          meaning: "`N`: electronic commerce, `Y`: mail order",
          evidence: "document",
        },
        { field: "order of elements", meaning: "as in the bank's samples", evidence: "guess" },
      ],
    },
    {
      message: "sales, preauth after 3-D Secure",
      purpose: "The charge in the model `3D`, with the stored amount and installments.",
      fields: [
        { field: "CardholderPresentCode", meaning: "`13`", evidence: "document" },
        {
          field: "Secure3D",
          meaning: "`cavv`, `eci`, `xid` and `md` of the return",
          evidence: "document",
        },
      ],
    },
    {
      message: "gt3dengine",
      purpose: "The 3-D Secure form. The server posts it, because it carries the card.",
      fields: [
        {
          field: "secure3dhash",
          meaning: "SHA-512 over the payment, both addresses, store key and password",
          evidence: "document",
        },
        { field: "secure3dsecuritylevel", meaning: "`3D`", evidence: "measured" },
        { field: "successurl, errorurl", meaning: "the same address", evidence: "document" },
      ],
    },
    {
      message: "The return of 3-D Secure",
      purpose: "`POST` by the browser.",
      fields: [
        {
          field: "hash",
          meaning: "over the ten values that `hashparams` must name, in that order",
          evidence: "published_clients",
        },
        {
          field: "txnamount, txncurrencycode, txninstallmentcount, oid, clientid",
          meaning: "must be ours; the hash covers only the last two",
          evidence: "published_clients",
        },
        {
          field: "mdstatus",
          meaning: "only `1` is charged, unless the merchant accepts more",
          evidence: "published_clients",
        },
        {
          field: "xid",
          meaning: "not signed; the bank verifies it at the charge",
          evidence: "guess",
        },
        {
          field: "authcode, procreturncode, response",
          meaning: "empty, because this model has not charged yet",
          evidence: "published_clients",
        },
      ],
    },
    {
      message: "postauth, void, refund",
      purpose: "Capture, void and refund; voids and refunds by user PROVRFN.",
      fields: [
        { field: "OriginalRetrefNum", meaning: "RetrefNum of the original", evidence: "document" },
        {
          field: "Amount of a void",
          meaning: "the whole amount; clients differ, and the bank ignores it",
          evidence: "published_clients",
        },
      ],
    },
    {
      message: "orderinq, orderhistoryinq",
      purpose: "`orderinq` tests the credentials; the history settles a lost answer.",
      fields: [
        {
          field: "Amount",
          meaning: "`100`, which the bank ignores",
          evidence: "published_clients",
        },
        {
          field: "OrderTxn/Type, Status",
          meaning: "`00` done, `01` failed; one row or several",
          evidence: "published_clients",
        },
        { field: "VoidDate", meaning: "filled for a voided sale", evidence: "guess" },
      ],
    },
  ],
  refuses: [
    "The models that charge before the return (`3D_PAY`, `OOS`) are not offered.",
    "A captured hold is not voided, because it is unknown whether the hold would be released too; " +
      "its refund waits for the day end.",
    "A return without the exact list of ten signed names is forged.",
    "A refusal of the form itself is not signed and proves nothing; the inquiry decides.",
    "Answers signed by SHA-1 (version `v0.01`) are not believed.",
    "A refund of a part whose answer was lost stays unknown if the order has one of its amount.",
    "A history with a row of an unknown type or status leaves the outcome unknown.",
  ],
  simulated: [
    "Its address is `/bank/doors/garanti`; merchant 7000679 with the published passwords and " +
      "store key, and every terminal 3069xxxx.",
    "A second charge under one OrderID is refused with 0213, which is not the bank's own code.",
    "Wrong values of `Secure3D` are refused by the host with 05.",
    "A void of a captured preauthorization cancels capture and hold together.",
    "Its 3-D page shows the one-time code.",
    "It refuses the hashes of the older version `v0.01` (SHA-1), as the bank does since 2023.",
    "It has no points, no recurring orders, and of the 3-D models `3D` and `3D_PAY` only.",
    "The header `x-sandbox-ahead` (ms) moves its clock for one request.",
  ],
};

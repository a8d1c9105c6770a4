import { NO_ORDER_TEXT, type FieldEvidence, type ProtocolEvidence } from "../kit/evidence.ts";

const field = (
  name: string,
  meaning: string,
  evidence: FieldEvidence["evidence"] = "published_clients",
): FieldEvidence => ({ field: name, meaning, evidence });

/** How each fact is known on which this adapter rests; docs/banks/akbank.md is printed from it. */
export const EVIDENCE: ProtocolEvidence = {
  title: "Akbank",
  banks: "Akbank (addresses: measured)",
  summary:
    "Akbank's JSON interface has replaced its NestPay gateway. Requests are signed; the bank " +
    "signs the return of 3-D Secure, but not its JSON answers. The facts come from published " +
    "clients, their recorded answers, and measurements of one of them at the bank's test system " +
    "in August 2026. Nothing has been tried against the bank's production system.",
  rules: [
    {
      rule:
        "A charge or hold without 3-D Secure is marked as mail order by `motoInd` `1` if the connection " +
        "has `mail_order`, one after 3-D Secure never.",
      evidence: "published_clients",
    },
    {
      rule: "An order id that was used is refused with VPS-1013, also after a decline.",
      evidence: "measured",
    },
    { rule: "Captures, voids and refunds are found by our order id.", evidence: "measured" },
    {
      rule: "A refund, also of a part, is taken on the day of the sale.",
      evidence: "measured",
    },
    {
      rule: "A voided order is refused with VPS-1008, an unknown one with VPS-1007 or VPS-1123.",
      evidence: "published_clients",
    },
    {
      rule: "VPS codes without a host code mean that the card's bank was not asked.",
      evidence: "published_clients",
    },
    { rule: "VPS-9xxx leave the outcome unknown.", evidence: "guess" },
    {
      rule: "A request whose time differs from the bank's is refused with VPS-1073.",
      evidence: "published_clients",
    },
    { rule: "A charge takes at most 60 s, and not found is proof after 90 s.", evidence: "guess" },
    {
      rule: "A refund sent again is made again; its row has no id of ours.",
      evidence: "published_clients",
    },
  ],
  orderText: NO_ORDER_TEXT,
  messages: [
    {
      message: "1000, 1004",
      purpose: "A sale or preauthorization: `POST /transaction/process`.",
      fields: [
        field("auth-hash", "header: HMAC-SHA512 over the bytes of the body"),
        field("requestDateTime", "Istanbul time with milliseconds, without an offset"),
        field("randomNumber", "128 characters of upper-case hex"),
        field("order.orderId", "the attempt's reference, 20 characters"),
        field("transaction.amount", "text with exactly two decimals, `1.01`"),
        field("transaction.currencyCode", "number, `949`"),
        field("transaction.installCount", "`1` for a single charge"),
        field("card.expireDate", "`MMYY`"),
        field("customer.ipAddress", "the client's IPv4 address, else `127.0.0.1`", "guess"),
        field("secureTransaction", "the four values of a passed 3-D Secure, instead of the card"),
      ],
    },
    {
      message: "1002, 1003, 1005",
      purpose: "Refund, void and capture of an order.",
      fields: [
        field("order.orderId", "the order of the authorization"),
        field("transaction.amount", "of a refund or capture; a void has none", "measured"),
      ],
    },
    {
      message: "The answer",
      purpose: "An approval needs all of these; otherwise the outcome is unknown.",
      fields: [
        field("responseCode", "`VPS-0000`; `VPS-1005` is a decline of the card's bank"),
        field("hostResponseCode", "`00`, or the code of the card's bank"),
        field("order.orderId", "must be ours"),
        field("transaction.authCode, rrn", "not zeros; a void's answer has neither"),
        field("HTTP status 400, 401", "wrong schema, wrong credentials: not charged"),
      ],
    },
    {
      message: "1010",
      purpose: "The inquiry: the rows of an order.",
      fields: [
        field("txnDetailList[].responseCode", "read first: declined rows have status `N`, too"),
        field("txnStatus", "`N` stands, `V` is voided, `R` is refunded, others are unknown"),
        field("orderId, orgOrderId", "ours; later steps have an order id of the bank"),
        field("amount", "a JSON number in lira"),
        field("3000, 3004", "the codes of rows that the card form made", "guess"),
      ],
    },
    {
      message: "securepay",
      purpose: "The form that opens 3-D Secure; the server posts it, because it holds the card.",
      fields: [
        field("paymentModel", "`3D` or `3D_PAY`"),
        field("txnCode", "`3000` sale, `3004` preauthorization"),
        field("hash", "HMAC-SHA512 over 22 values without separators"),
      ],
    },
    {
      message: "The return of 3-D Secure",
      purpose: "`POST` by the browser.",
      fields: [
        field("hashParams", "one of three known lists; every other one is forged", "measured"),
        field("hash", "HMAC-SHA512 over the listed values without separators", "measured"),
        field("mdStatus", "only `1` is charged, unless the merchant accepts more", "measured"),
        field("secureEcomInd", "`02` and `05` are `1` where the return has no mdStatus", "guess"),
        field("amount, installCount", "must be ours; the return of 2024 has neither", "measured"),
        field("txnCode", "`3001`; `3005` after a preauthorization", "guess"),
      ],
    },
  ],
  refuses: [
    "A capture of another amount than the hold is not sent: the bank's limits are not known.",
    "A captured preauthorization is refunded, never voided: the void would leave its hold open.",
    "A return of `3D_PAY` proves nothing, because it does not name the amount; the inquiry decides.",
    "A refund whose answer was lost is found by its amount and time, and by the bank's numbers of " +
      "the other refunds; if more or fewer bookings fit than refunds are open, a person decides.",
    "A void that the bank refuses as already made (VPS-1008), and a capture or refund that it " +
      "refuses with an unlisted code, leave the outcome unknown until the inquiry.",
    "A row without a code, with the status `S` or an unlisted one leaves the outcome unknown.",
  ],
  simulated: [
    "Its address is `/bank/doors/akbank`, with the bank's public test terminal.",
    "It refuses times that differ by more than ten minutes; the real limit is not known.",
    "It closes its day at 23:59 in Istanbul; after that a void is refused with VPS-1009, a code " +
      "that the real bank may not use.",
    "A void of a captured preauthorization cancels capture and hold together.",
    "It has no reward points, sub-merchants and recurring orders; all its bookings are in batch 1.",
    "Its card page takes `3D_PAY_HOSTING` only, and not `PAY_HOSTING`.",
    "A form with a wrong key gets 401; the bank's own page was not seen.",
    "The header `x-sandbox-ahead` (ms) moves its clock for one request.",
  ],
};

import { NO_ORDER_TEXT, type FieldEvidence, type ProtocolEvidence } from "../kit/evidence.ts";

const field = (
  name: string,
  meaning: string,
  evidence: FieldEvidence["evidence"] = "published_clients",
): FieldEvidence => ({ field: name, meaning, evidence });

/** How each fact is known on which this adapter rests; docs/banks/payfor.md is printed from it. */
export const EVIDENCE: ProtocolEvidence = {
  title: "PayFor",
  banks: "QNB (addresses: measured), Ziraat Katılım (addresses: published clients)",
  summary:
    "PayFor has an XML interface and a 3-D Secure gate. Requests carry a password; the bank signs " +
    "parts of the return of 3-D Secure. The facts come from published clients, their recorded " +
    "answers, and measurements of one of them at QNB's test system in August 2026. Nothing has " +
    "been tried against a bank's production system.",
  rules: [
    {
      rule:
        "A stored card that comes without its CVC is sent without the field. The bank must have " +
        "opened such sales.",
      evidence: "guess",
    },
    {
      rule:
        "A charge or hold without 3-D Secure is marked as mail order by `MOTO` `1` if the connection " +
        "has `mail_order`, one after 3-D Secure never.",
      evidence: "published_clients",
    },
    {
      rule: "An order id that was used is refused with V029, by the card form with 101310.",
      evidence: "published_clients",
    },
    { rule: "A refund before the day end is refused with V014.", evidence: "measured" },
    { rule: "A sale is voided as a whole on its day.", evidence: "measured" },
    { rule: "The day ends at 23:59 in Istanbul.", evidence: "guess" },
    { rule: "QNB takes no charge without 3-D Secure.", evidence: "measured" },
    { rule: "The inquiry does not check the password.", evidence: "measured" },
    {
      rule: "M codes and V001, V004 to V011, V023, V024, V030, V034 mean: not charged.",
      evidence: "guess",
    },
    {
      rule: "V000, V002, V003, V036, V044 and V9xxx leave the outcome unknown.",
      evidence: "guess",
    },
    { rule: "A charge takes at most 60 s, and not found is proof after 90 s.", evidence: "guess" },
    { rule: "A capture may differ by 15 % from its hold (V027).", evidence: "published_clients" },
  ],
  orderText: NO_ORDER_TEXT,
  messages: [
    {
      message: "Auth, PreAuth",
      purpose: "A sale or preauthorization: `POST` of `<PayforRequest>` to `XMLGate.aspx`.",
      fields: [
        field("MbrId", "`5` QNB, `12` Ziraat Katılım"),
        field("OrderId", "the attempt's reference, 20 characters"),
        field("PurchAmount", "decimal point, two decimals"),
        field("InstallmentCount", "`0` for a single charge"),
        field("Expiry", "`MMYY`"),
        field("MOTO", "`0`, or `1` for mail order"),
      ],
    },
    {
      message: "3DModelPayment",
      purpose: "The charge after the return of `3DModel`.",
      fields: [
        field("RequestGuid", "of the return; it is not signed, the bank refuses a wrong one"),
        field("OrderId", "the same order; another one is refused with V036"),
      ],
    },
    {
      message: "PostAuth, Void, Refund",
      purpose: "Capture, void and refund of an order.",
      fields: [
        field("OrgOrderId", "the order of the authorization"),
        field("PurchAmount", "of a capture or refund; a void has none"),
      ],
    },
    {
      message: "PayforResponse",
      purpose: "An approval needs all of these; otherwise the outcome is unknown.",
      fields: [
        field("ProcReturnCode", "`00`"),
        field("TransId", "must be our order"),
        field("AuthCode, HostRefNum", "not empty, not `null`"),
      ],
    },
    {
      message: "OrderInquiry, TxnHistory",
      purpose: "The record of an order, and its steps.",
      fields: [
        field("ProcReturnCode", "`00`; `V013` never came; `V033` passed 3-D Secure, not charged"),
        field("TxnStatus, TxnResult", "`Y` and `Success` stand; `V` is voided"),
        field("PurchAmount, Currency", "must be readable; they become the approved amount"),
        field("F37", "the host reference; HostRefNum is empty here"),
        field("Eci", "`02`, `05`: full authentication of an order with V033", "guess"),
        field("RequestStat", "`1`: the 3-D page was opened and is not finished", "guess"),
        field("PaymentRequestExtended", "the steps; a single one is no list"),
      ],
    },
    {
      message: "Default.aspx",
      purpose: "The form that opens 3-D Secure; the server posts it, because it holds the card.",
      fields: [
        field("SecureType", "`3DModel` or `3DPay`"),
        field("Hash", "SHA-1 over eight values and the store key; neither currency nor model"),
        field("UserPass", "never sent in the form, although some clients do"),
      ],
    },
    {
      message: "The return of 3-D Secure",
      purpose: "`POST` by the browser.",
      fields: [
        field("ResponseHash", "SHA-1, or SHA-256 where the return names no `HashType`", "measured"),
        field("OrderId, AuthCode, ProcReturnCode, 3DStatus", "signed"),
        field("PurchAmount, Currency, InstallmentCount", "not signed; compared with ours"),
        field("3DStatus", "only `1` is charged, unless the merchant accepts more"),
        field("ResponseHash of Ziraat Katılım", "not confirmed: the inquiry decides", "guess"),
      ],
    },
  ],
  refuses: [
    "A capture of less than 85 % of the hold, and of more than the hold, is not sent.",
    "A captured preauthorization is never voided; its refund waits for the day end.",
    "A return of `3DPay` proves nothing, because its hash does not cover the amount; the inquiry " +
      "decides.",
    "A refund whose answer was lost is found by its amount and time, and by the bank's numbers of " +
      "the other refunds; if more or fewer bookings fit than refunds are open, a person decides.",
    "V015, V017, V025 and V037 (more than is left, voided, captured, refunded before) leave the " +
      "outcome unknown until the inquiry.",
    "Every unlisted V code leaves the outcome unknown.",
  ],
  simulated: [
    "Its address is `/bank/doors/payfor`, with QNB's public test merchants; 085300000009746 signs " +
      "with SHA-256, and Ziraat Katılım's merchant 000000000000012 is made up.",
    "It takes captures from 85 to 100 % of the hold; the real bank also takes more than the hold.",
    "A void of a captured preauthorization cancels capture and hold together.",
    "It posts some twenty of the real return's 120 fields.",
    "QNB's merchants take no charge without 3-D Secure (V010), as measured in 2026; 000000000000012 " +
      "takes one.",
    "Its texts for most V codes are made up; those of V013, V014, V029, V033 and V034 were recorded.",
    "It has no JSON gate and no BatchClose.",
    "The header `x-sandbox-ahead` (ms) moves its clock for one request.",
  ],
};

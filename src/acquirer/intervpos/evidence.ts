import { NO_ORDER_TEXT, type FieldEvidence, type ProtocolEvidence } from "../kit/evidence.ts";

const field = (
  name: string,
  meaning: string,
  evidence: FieldEvidence["evidence"] = "published_clients",
): FieldEvidence => ({ field: name, meaning, evidence });

/** How each fact is known on which this adapter rests; docs/banks/intervpos.md shows it. */
export const EVIDENCE: ProtocolEvidence = {
  title: "InterVPOS",
  banks: "DenizBank (addresses: published clients)",
  summary:
    "InterVPOS (Intertech) takes forms and answers with `Key=Value;;Key=Value`. **Not measured**: " +
    "its test system accepts registered addresses only, and no published client was seen to make a " +
    "payment there. The facts come from the code of published clients. Ask the bank for its guide " +
    "and a test terminal before using this adapter for real money.",
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
    { rule: "An order id that was used is refused; the code is not known.", evidence: "guess" },
    { rule: "A whole sale is voided before the day end.", evidence: "guess" },
    { rule: "Refunds are taken after the day end.", evidence: "guess" },
    { rule: "The day ends at 23:59 in Istanbul.", evidence: "guess" },
    {
      rule: "E and B codes are refusals before the card's bank; `81` is a passive terminal.",
      evidence: "published_clients",
    },
    {
      rule: "E31 and E39 (invalid transaction) may also be the code of an order id that was used.",
      evidence: "guess",
    },
    { rule: "No answer of the inquiry proves that an order never came.", evidence: "guess" },
  ],
  orderText: NO_ORDER_TEXT,
  messages: [
    {
      message: "Auth, PreAuth",
      purpose: "A sale or preauthorization: a form to `mpi/Default.aspx`.",
      fields: [
        field("OrderId", "the attempt's reference, 20 characters"),
        field("PurchAmount", "decimal point; answers and returns have a decimal comma"),
        field("InstallmentCount", "empty for a single charge; clients differ"),
        field("CardType", "`0` Visa, `1` Mastercard, `2` Amex, `3` Troy"),
        field("MD, PayerTxnId, Eci, PayerAuthenticationCode", "after 3-D Secure, no card"),
      ],
    },
    {
      message: "PostAuth, Void, Refund",
      purpose: "Capture, void and refund of an order.",
      fields: [field("orgOrderId", "the order of the authorization")],
    },
    {
      message: "The answer",
      purpose: "An approval needs all of these; otherwise the outcome is unknown.",
      fields: [
        field("ProcReturnCode, TxnResult", "`00` and `Success`"),
        field("OrderId", "must be ours; captures, voids and refunds have one of the bank"),
        field("AuthCode", "not empty"),
        field("HostRefNum, TransId", "one of them is not empty; the first was seen empty"),
        field("Amount", "must be readable; it becomes the approved amount"),
      ],
    },
    {
      message: "StatusHistory",
      purpose: "The inquiry. No successful answer was ever recorded.",
      fields: [
        field("orgOrderId", "the attempt's reference, which is known before the charge"),
        field("OrderId", "ours, or one of the bank (`SYSOID` and digits) with our amount", "guess"),
        field("ProcReturnCode, AuthCode", "`00` and not empty for a charge", "guess"),
        field("VoidDate", "`1.1.0001 00:00:00` is not voided"),
        field("TxnStat", "`N` is never a charge", "guess"),
      ],
    },
    {
      message: "The return of 3-D Secure",
      purpose: "`POST` by the browser.",
      fields: [
        field("HASHPARAMS", "exactly the known list of eleven names"),
        field("HASH", "SHA-1 over the listed values without separators, and the key"),
        field("mdStatus, 3DStatus", "only `1` is charged, unless the merchant accepts more"),
        field("Response", "has no digits, so no code can lend one to mdStatus", "guess"),
      ],
    },
  ],
  refuses: [
    "The models `3DPay` and `3DHost` are not offered: their results would rest on the inquiry.",
    "An inquiry that does not say a charge in each of its fields leaves the outcome unknown, also " +
      "for an order that never came: a person settles it in the panel.",
    "The outcome of a capture, void or refund whose answer was lost stays unknown.",
    "After E31 and E39 the outcome is unknown until the inquiry, or a person, tells it.",
    "A capture of another amount than the hold is not sent: the bank's limits are not known.",
    "A captured preauthorization is never voided; its refund waits for the day end.",
    "A connection test is not offered, because no harmless message is known.",
  ],
  simulated: [
    "Its address is `/bank/doors/intervpos`, with the one published test shop.",
    "Its codes `E30`, `E31` and `E39` for its refusals are partly made up.",
    "It charges at once with `3DPay` and `3DHost`, after mdStatus 1 only.",
    "Its inquiry answers under an order id of its own, as a recorded refusal; the other fields are " +
      "as the adapter expects them, because the real ones are not known.",
    "The header `x-sandbox-ahead` (ms) moves its clock for one request.",
  ],
};

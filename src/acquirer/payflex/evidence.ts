import type { FieldEvidence, ProtocolEvidence } from "../kit/evidence.ts";
import { BANKS } from "./banks.ts";

/** How each fact is known on which this adapter rests; docs/banks/payflex.md is printed from it. */
export const EVIDENCE: ProtocolEvidence = {
  title: "PayFlex",
  banks: BANKS.map(
    ({ title, evidence }) => `${title} (address: ${evidence.replace("_", " ")})`,
  ).join(", "),
  summary:
    "PayFlex (Innova) has three addresses: the virtual POS and the search take XML in a form, the " +
    "3-D Secure server (MPI) takes a plain form. The bank signs no answer; VakıfBank's newer server " +
    "signs the return. The facts come from the vendor's public code, a scan of VakıfBank's guide of " +
    "February 2026, published clients, and measurements of one of them at the test systems in August " +
    "2026. Nothing has been tried against a bank's own production system.",
  rules: [
    {
      rule:
        "A charge or hold without 3-D Secure is marked as mail order by `TransactionDeviceSource` `1` " +
        "if the connection has `mail_order`, one after 3-D Secure never.",
      evidence: "document",
    },
    { rule: "A TransactionId is taken once; 1006 refuses it afterwards.", evidence: "document" },
    {
      rule: "An OrderId may be tried until one charge of it succeeds; then 1061 refuses it.",
      evidence: "document",
    },
    {
      rule: "Cancel returns the whole amount while the batch is open; afterwards 2202 or 7777.",
      evidence: "document",
    },
    {
      rule: "VakıfBank takes full and partial refunds before and after its day end.",
      evidence: "document",
    },
    {
      rule: "Ziraat takes a partial refund only after its day end, so the adapter waits for it.",
      evidence: "guess",
    },
    {
      rule: "7777 books nothing, so a refused modification is sent again after the day end.",
      evidence: "guess",
    },
    { rule: "The day ends at 23:59 in Istanbul.", evidence: "guess" },
    {
      rule: "Reversal undoes a message by our own id in an open batch, also an unknown one.",
      evidence: "document",
    },
    {
      rule: "A reversal does not refuse a charge that arrives after it.",
      evidence: "guess",
    },
    {
      rule:
        "Codes 0001 to 0999, 1002 to 1128, 2xxx, 5xxx and 9xxx mean that nothing was charged, " +
        "except 0008, 0010, 0011, 0031, 0032, 0092, 0096, 0099, 1001, 1074, 1113 and the codes of " +
        "used references.",
      evidence: "published_clients",
    },
    {
      rule: "The bank compares a charge after 3-D Secure with its own record (1115 to 1128).",
      evidence: "document",
    },
    { rule: "Ziraat's test system answers after 46 to 62 s.", evidence: "measured" },
    { rule: "Not found is proof from 30 s after the longest wait.", evidence: "guess" },
    { rule: "A firewall wants the headers User-Agent and Accept.", evidence: "published_clients" },
  ],
  orderText:
    "`OrderDescription` carries the `reference` of the session in ASCII letters, at most 2000 " +
    "characters, in charges and preauthorizations with and without 3-D Secure. The length is from " +
    "the document of the vendor; that the bank takes ASCII letters only is a **guess** after " +
    "`CardHoldersName`.",
  messages: [
    {
      message: "Sale, Auth",
      purpose: "A charge or preauthorization: `prmstr=<VposRequest>` to `Vposreq`.",
      fields: [
        said("MerchantId, Password, TerminalNo", "the terminal; there is no signature", "document"),
        said("TransactionId, OrderId", "the attempt's reference, 20 characters", "document"),
        said("CurrencyAmount", "`90.50`; kuruş are refused", "document"),
        said("CurrencyCode", "ISO number, `949`", "document"),
        said("NumberOfInstallments", "left out for a single charge", "document"),
        said("Pan, Expiry, Cvv", "the card, `yyyyMM`", "document"),
        said("CardHoldersName", "ASCII; other letters are refused", "published_clients"),
        said("ClientIp", "`127.0.0.1` if the customer's IPv4 address is not known", "guess"),
        said("TransactionDeviceSource", "`0`, electronic commerce, or `1`, mail order", "document"),
        said("OrderDescription", "the session's `reference`; left out without one", "document"),
      ],
    },
    {
      message: "Sale, Auth after 3-D Secure",
      purpose: "The charge names the bank's record of the enrolment instead of the card.",
      fields: [
        said("MpiTransactionId", "the enrolment's id", "document"),
        said("ECI, CAVV", "as the return had them", "document"),
        said("Pan, Expiry, Cvv, CurrencyAmount", "left out; some set-ups refuse them", "measured"),
        said("NumberOfInstallments", "the same as at the enrolment", "guess"),
      ],
    },
    {
      message: "Capture, Cancel, Refund, Reversal",
      purpose: "The messages that follow a charge.",
      fields: [
        said("ReferenceTransactionId", "the charge's own id", "document"),
        said("TransactionId", "the id of the modification; absent in a reversal", "document"),
        said("CurrencyAmount", "absent in a cancellation and a reversal", "published_clients"),
        said(
          "ReferenceTransactionId of a captured preauthorization",
          "the id that the service names as the original",
          "guess",
        ),
      ],
    },
    {
      message: "VposResponse",
      purpose: "The answer to every message of the virtual POS.",
      fields: [
        said("ResultCode", "`0000` with the fields below is an approval", "document"),
        said("TransactionId, MerchantId, TransactionType", "must be ours", "published_clients"),
        said("AuthCode, Rrn", "must be there; `000000` is none", "published_clients"),
        said("HostDate", "`yyyyMMddHHmmss` in Istanbul; other forms are left out", "guess"),
      ],
    },
    {
      message: "SearchRequest",
      purpose: "The inquiry, by TransactionId.",
      fields: [
        said("TransactionId", "decides if an OrderId is sent too", "document"),
        said(
          "TotalItemCount",
          "0 is no record; another count than the rows is unknown",
          "document",
        ),
        said("IsReversed, IsCanceled", "the charge was undone", "document"),
        said("Amount, AmountCode", "other names of the amount in rows", "published_clients"),
      ],
    },
    {
      message: "Enrollment",
      purpose: "The start of 3-D Secure, posted by the server because it holds the card.",
      fields: [
        said("VerifyEnrollmentRequestId", "the reference; a second use is 2023", "document"),
        said("ExpiryDate", "`yyMM`", "document"),
        said("BrandName", "100, 200, 300, 400; other schemes are refused here", "document"),
        said("SessionInfo", "a keyed hash of the reference, compared in the return", "document"),
        said("PaReq", "in base64, a page that posts itself or the issuer's message", "measured"),
        said("Status", "`Y` goes on; `N`, `U`, `E` end it", "document"),
      ],
    },
    {
      message: "The return of 3-D Secure",
      purpose: "`POST` by the browser to one address for success and failure.",
      fields: [
        said("Hash", "compared where it is sent; two damaged copies have its formula", "guess"),
        said("Status", "`Y` is charged; `A` only if the merchant accepts mdStatus 4", "document"),
        said("Eci", "must fit the status: 05 or 02, 06 or 01", "document"),
        said("PurchAmount", "our amount in lira or in kuruş", "measured"),
        said("Pan", "the whole number comes back; it is never kept", "document"),
      ],
    },
  ],
  refuses: [
    "A return is no proof; the bank's own record decides at the charge. A wrong hash is logged only.",
    "A return that names another merchant, amount, currency, installments or session is forged.",
    "A captured preauthorization is not cancelled, because its hold would stay on the card; it is refunded.",
    "A card of a scheme without a code (UnionPay, JCB) gets no 3-D Secure.",
    "An enrolment that is answered in JSON leaves the outcome unknown.",
    "1001, 1074, 1113, 7777 of a charge and every code outside the known ranges leave the outcome unknown.",
    "The common payment page, points, recurring orders and the reports of a day are not used.",
  ],
  simulated: [
    "Its addresses are `/bank/doors/payflex/Vposreq`, `/Enrollment` and `/Search`, and the paths of " +
      "the older hosts: `/VposService/v3/Vposreq.aspx`, `/MPIAPI/MPI_Enrollment.aspx`, " +
      "`/UIService/Search.aspx`.",
    "It knows the published terminals 000000000007955 (VP000123), whose return is signed, and " +
      "000000000111111 (VP000095), whose return is not.",
    "It keeps a TransactionId after a decline; the real gateway may free it.",
    "After 3-D Secure 000000000007955 refuses the card in the charge (1127); 000000000111111 takes " +
      "it if card and amount are those of the enrolment (else 1126).",
    "It refuses a request without the headers `User-Agent` and `Accept`, as the bank's firewall does.",
    "It has no common payment page.",
    "A capture or refund can't be cancelled.",
    "The return has a masked card number.",
    "For Troy cards `PaReq` is a page that posts itself.",
    "From 23:59 to midnight it answers 7777, its day end.",
  ],
};

function said(field: string, meaning: string, evidence: FieldEvidence["evidence"]): FieldEvidence {
  return { field, meaning, evidence };
}

import { NO_ORDER_TEXT, type FieldEvidence, type ProtocolEvidence } from "../kit/evidence.ts";
import { BANKS } from "./banks.ts";

/** How each fact is known on which this adapter rests; docs/banks/boa.md is printed from it. */
export const EVIDENCE: ProtocolEvidence = {
  title: "BOA",
  banks: BANKS.map(
    ({ title, evidence }) => `${title} (address: ${evidence.replace("_", " ")})`,
  ).join(", "),
  summary:
    "BOA is the system of Kuveyt Türk and Vakıf Katılım. Kuveyt Türk's newest interface (KTPay) takes " +
    "signed JSON, Vakıf Katılım signed XML. The facts about KTPay come from the bank's public samples " +
    "and from one measurement of 3-D Secure and the charge after it in August 2026; those about Vakıf " +
    "Katılım from published clients and their recorded answers. Nothing has been tried against a " +
    "bank's own production system, and no test system of Vakıf Katılım is known.",
  rules: [
    {
      rule: "Every message is signed with the base64 SHA-1 of the password as the key.",
      evidence: "document",
    },
    {
      rule: "Vakıf Katılım signs answers and returns; the formula fits six recorded answers.",
      evidence: "published_clients",
    },
    { rule: "KTPay signs neither answers nor the return.", evidence: "guess" },
    {
      rule: "A second charge with one MerchantOrderId may be executed, and then listed twice.",
      evidence: "published_clients",
    },
    {
      rule: "Before the day end the whole amount goes back by a cancellation, a part by a refund.",
      evidence: "published_clients",
    },
    {
      rule: "EndOfDayStatus in the bank's list says whether the day is open (1) or closed (2).",
      evidence: "document",
    },
    {
      rule: "The day ends at 23:59 in Istanbul, where the list does not say it.",
      evidence: "guess",
    },
    {
      rule: "LastOrderStatus is 1 sold, 4 refunded, 6 cancelled; TransactionStatus 1 ok, 2 failed.",
      evidence: "published_clients",
    },
    { rule: "LastOrderStatus 5 is a partial refund.", evidence: "guess" },
    {
      rule: "A purchase that is authenticated only is listed without a provision number.",
      evidence: "guess",
    },
    {
      rule: "Codes 21 and 28 say that the purchase was cancelled before.",
      evidence: "published_clients",
    },
    { rule: "A refund that is sent again is made again.", evidence: "guess" },
  ],
  orderText: NO_ORDER_TEXT,
  messages: [
    {
      message: "KTPay/Payment, ThreeDModelPayGate",
      purpose: "The start of 3-D Secure. The server posts the card; the answer is a page of HTML.",
      fields: [
        said("merchantOrderId", "the attempt's reference, 20 characters", "published_clients"),
        said("amount", "kuruş as text", "document"),
        said("currency, FECCurrencyCode", "four digits, `0949`", "document"),
        said("installmentCount", "a single charge is 1 in JSON and 0 in XML", "document"),
        said(
          "successUrl, failUrl, OkUrl",
          "one address, without an ampersand",
          "published_clients",
        ),
        said("customer, cart", "filled with the holder's name and one line", "document"),
        said("TransactionSecurity", "`3`", "published_clients"),
      ],
    },
    {
      message: "The return of 3-D Secure",
      purpose: "`POST` by the browser. It has no amount, so the state of the attempt keeps it.",
      fields: [
        said("MerchantOrderId", "must be ours", "document"),
        said("ResponseCode, Success", "`00` and `True`", "document"),
        said("OrderId", "the bank's number; 0 after a failure", "published_clients"),
        said("MD", "finds the authentication; no signature covers it", "document"),
        said("HashData", "Vakıf Katılım: order, empty RRN, code, number, key", "published_clients"),
      ],
    },
    {
      message: "KTPay/Provision, ThreeDModelProvisionGate",
      purpose: "The charge after 3-D Secure, with our own amount and never one of the return.",
      fields: [
        said("md, AdditionalData", "the value of the return", "document"),
        said("orderId", "the bank's number, in JSON only", "document"),
        said("ResponseCode", "`00`; the bank's list must confirm amount and number", "document"),
      ],
    },
    {
      message: "KTPay/SaleReversal, SaleReversal, DrawBack, PartialDrawBack",
      purpose: "Cancellation, refund of the whole and of a part.",
      fields: [
        said("saleReversalType", "3 cancels, 1 refunds the whole, 2 a part", "document"),
        said("amount", "in JSON 0 unless it is a part", "document"),
        said("Amount", "in XML absent for a refund of the whole", "published_clients"),
        said("OrderId", "the bank's number, from the state or its list", "published_clients"),
      ],
    },
    {
      message: "KTPay/GetTransactions, SelectOrderByMerchantOrderId",
      purpose: "The inquiry, by MerchantOrderId. Several purchases may be listed.",
      fields: [
        said("FirstAmount, DrawbackAmount", "lira, unlike all requests", "document"),
        said("LastOrderStatus", "in JSON a text with the number in brackets", "document"),
        said("ProvisionNumber, ProvNumber", "the authorization number of a charge", "document"),
        said("NonResult, OrderDataNotFound", "there is no purchase", "published_clients"),
      ],
    },
  ],
  refuses: [
    "A charge without 3-D Secure: KTPay documents none, and two clients differ about Vakıf Katılım's.",
    "Preauthorization and capture: their fields are known in part only.",
    "A return of KTPay counts only if the bank's list has its number with our amount and no failure. " +
      "A list without any purchase of ours leaves it open, and the customer may send it again.",
    "An approval that the list does not confirm leaves the outcome unknown; so do two charges of one reference.",
    "An answer of Vakıf Katılım with a missing or wrong HashData leaves the outcome unknown.",
    "A refund is not sent while the list does not answer.",
    "A lost partial refund stays unknown, because the list has sums only.",
    "The words DbLayerError and IntegrationFatalException leave the outcome unknown.",
    "Vakıf Katılım's card page is not used: it shows the key of the signatures to the browser.",
    "The older XML of Kuveyt Türk (TDV2.0.0) is not spoken.",
  ],
  simulated: [
    "Its address is `/bank/doors/boa`, with `KTPay/…` (JSON), `Home/…` (the XML of both banks), " +
      "`VirtualPosService.svc/Basic` (Kuveyt Türk's older service) and " +
      "`CommonPaymentPage/CommonPaymentPage` (Vakıf Katılım's page) below it.",
    "It knows Kuveyt Türk's published account (496, 400235, apitest) and the account 1, 11111, " +
      "APIUSER, both with the password api123 and in every dialect.",
    "It charges a reference once, and refuses a second provision with MetaDataNotFound.",
    "It lists one purchase of a reference.",
    "It refuses with 12 and 13 where the real codes of a reversal are not known.",
    "It opens 3-D Secure for a card without its CVC. Whether the bank does is not known.",
    "The numbers of a hold's states (2, 3) are a guess; a second charge of an order is refused with " +
      "OrderDataNotFound, which is one, too.",
    "After a partial refund on the day of sale KTPay's list says `IsRefundable` 0, yet a whole " +
      "drawback of the rest is approved. The bank's document says that the list decides.",
    "KTPay has no search by date and no transaction with a number of its own for each refund.",
  ],
};

function said(field: string, meaning: string, evidence: FieldEvidence["evidence"]): FieldEvidence {
  return { field, meaning, evidence };
}

import { brandOf, type CardBrand } from "../../domain/card/card-number.ts";
import type { Secret } from "../../kernel/secret.ts";
import type {
  AuthorizeRequest,
  ChallengedRequest,
  ModificationRequest,
} from "../../domain/payment/acquirer.ts";
import { currencyNumber, decimalAmount } from "../kit/amounts.ts";
import { asciiName } from "../kit/ascii.ts";
import { formBody } from "../kit/charset.ts";
import { writeXml, type XmlContent } from "../kit/xml.ts";
import { expiryDigits } from "../kit/expiry.ts";
import { ipv4Of } from "../kit/ipv4.ts";
import type { Terminal } from "./credentials.ts";
import { sessionInfo } from "./signature.ts";

/** The values of a passed 3-D Secure that the charge sends back. */
export type PayflexProof = { readonly eci: string; readonly cavv: string };

type Fields = Readonly<Record<string, string | undefined>>;

/** The bank wants an address of the customer; the service's own one stands in if none is known. */
const ABSENT_IP = "127.0.0.1";

/** No length is documented; the networks' own limit is 26. */
const HOLDER_LENGTH = 26;

/** The documented length of the order's description. */
const DESCRIPTION_LENGTH = 2_000;

const BRAND_CODES: Partial<Record<CardBrand, string>> = {
  visa: "100",
  mastercard: "200",
  maestro: "200",
  troy: "300",
  amex: "400",
};

/** Returns the code of the card's scheme, or undefined for a scheme that the bank does not take. */
export function brandCode(cardNumber: Secret): string | undefined {
  return BRAND_CODES[brandOf(cardNumber.reveal())];
}

/** A charge or preauthorization without 3-D Secure. */
export function chargeMessage(terminal: Terminal, request: AuthorizeRequest): string {
  const { card, payer, amount } = request;
  return vposBody(terminal, {
    ...identityOf(request),
    CurrencyAmount: decimalAmount(amount),
    CurrencyCode: currencyNumber(amount.currency),
    ClientIp: ipv4Of(payer.network) ?? ABSENT_IP,
    TransactionDeviceSource: terminal.mailOrder ? "1" : "0",
    CardHoldersName: asciiName(card.holderName, HOLDER_LENGTH),
    Pan: card.number.reveal(),
    Expiry: `${card.expiry.year}${expiryDigits(card).month}`,
    Cvv: card.cvc?.reveal(),
  });
}

/**
 * A charge or preauthorization after 3-D Secure. The bank takes card and amount from its record of
 * the enrolment, and refuses them here (code 1127); so no card is kept during the challenge.
 */
export function challengedMessage(
  terminal: Terminal,
  request: ChallengedRequest,
  proof: PayflexProof,
): string {
  return vposBody(terminal, {
    ...identityOf(request),
    ClientIp: ABSENT_IP,
    TransactionDeviceSource: "0",
    ECI: proof.eci,
    CAVV: proof.cavv,
    MpiTransactionId: request.reference,
  });
}

/** A message that modifies an earlier one; without an amount it is about the whole. */
export function modificationMessage(
  terminal: Terminal,
  type: "Capture" | "Cancel" | "Refund",
  request: ModificationRequest,
): string {
  const { amount, original, reference } = request;
  const isWhole = type === "Cancel";
  return vposBody(terminal, {
    TransactionType: type,
    TransactionId: reference,
    ReferenceTransactionId: original.reference,
    CurrencyAmount: isWhole ? undefined : decimalAmount(amount),
    CurrencyCode: isWhole ? undefined : currencyNumber(amount.currency),
    ClientIp: ABSENT_IP,
  });
}

/** Undoes a message by our own id, also while its outcome is unknown. */
export function reversalMessage(terminal: Terminal, reference: string): string {
  return vposBody(terminal, {
    TransactionType: "Reversal",
    ReferenceTransactionId: reference,
    ClientIp: ABSENT_IP,
  });
}

export function inquiryMessage(terminal: Terminal, reference: string): string {
  const merchant = {
    HostMerchantId: terminal.merchantId,
    MerchantPassword: terminal.password.reveal(),
  };
  const transaction = { TransactionId: reference, OrderId: "", AuthCode: "" };
  return xmlBody("SearchRequest", [
    ["MerchantCriteria", present(merchant)],
    ["TransactionCriteria", present(transaction)],
  ]);
}

/** The enrolment is a plain form, not XML; the bank answers a misleading code to XML. */
export function gateMessage(
  terminal: Terminal,
  request: AuthorizeRequest,
  { brand, returnUrl }: { readonly brand: string; readonly returnUrl: string },
): string {
  const { card, amount, reference, installmentCount } = request;
  const { year, month } = expiryDigits(card);
  const fields = {
    MerchantId: terminal.merchantId,
    MerchantPassword: terminal.mpiPassword.reveal(),
    VerifyEnrollmentRequestId: reference,
    Pan: card.number.reveal(),
    ExpiryDate: `${year}${month}`,
    PurchaseAmount: decimalAmount(amount),
    Currency: currencyNumber(amount.currency),
    BrandName: brand,
    SuccessUrl: returnUrl,
    FailureUrl: returnUrl,
    InstallmentCount: installmentCount > 1 ? String(installmentCount) : undefined,
    SessionInfo: sessionInfo(terminal.mpiPassword, reference),
    IsRecurring: "false",
  };
  return formBody(present(fields));
}

function identityOf(request: AuthorizeRequest | ChallengedRequest): Fields {
  const { kind, reference, installmentCount, orderReference = "" } = request;
  const description = asciiName(orderReference, DESCRIPTION_LENGTH);
  return {
    TransactionType: kind === "sale" ? "Sale" : "Auth",
    TransactionId: reference,
    OrderId: reference,
    NumberOfInstallments: installmentCount > 1 ? String(installmentCount) : undefined,
    OrderDescription: description === "" ? undefined : description,
  };
}

function vposBody(terminal: Terminal, fields: Fields): string {
  const { merchantId, password, terminalNo } = terminal;
  const identity = {
    MerchantId: merchantId,
    Password: password.reveal(),
    TerminalNo: terminalNo,
  };
  return xmlBody("VposRequest", present({ ...identity, ...fields }));
}

/** The form in whose only field the bank expects the XML. */
function xmlBody(root: string, content: XmlContent): string {
  return formBody([["prmstr", writeXml(root, content)]]);
}

function present(fields: Fields): readonly (readonly [string, string])[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
}

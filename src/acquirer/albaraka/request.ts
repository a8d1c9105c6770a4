import type { CardDetails } from "../../domain/card/card-details.ts";
import type { Money } from "../../kernel/money.ts";
import type { AuthorizeRequest } from "../../domain/payment/acquirer.ts";
import { minorAmount, posnetCurrency } from "../kit/amounts.ts";
import { asciiName } from "../kit/ascii.ts";
import { expiryDigits } from "../kit/expiry.ts";
import type { Terminal } from "./credentials.ts";
import { macOf, macParams, SIGNED_NAMES } from "./signature.ts";

/** A message, not yet sent. The body may carry a card: never log it. */
export type Message = { readonly operation: string; readonly body: string };

const HOLDER_LENGTH = 60;

export function chargeMessage(terminal: Terminal, request: AuthorizeRequest): Message {
  const { card, amount, reference } = request;
  const signed = {
    CardNo: card.number.reveal(),
    Cvc2: card.cvc?.reveal() ?? "",
    ExpireDate: expiryOf(card),
    Amount: minorAmount(amount),
  };
  return message(terminal, request.kind === "sale" ? "Sale" : "Auth", {
    names: SIGNED_NAMES.card,
    signed,
    fields: {
      PaymentInstrumentType: "CARD",
      IsTDSecureMerchant: "N",
      IsMailOrder: "N",
      CardInformationData: {
        CardNo: signed.CardNo,
        ExpireDate: signed.ExpireDate,
        ...(card.cvc === undefined ? {} : { Cvc2: signed.Cvc2 }),
        CardHolderName: asciiName(card.holderName, HOLDER_LENGTH),
      },
      ...amountFields(amount),
      PointAmount: 0,
      OrderId: reference,
      ...installmentFields(request.installmentCount),
    },
  });
}

type Capture = {
  readonly referenceCode: string;
  readonly amount: Money;
  readonly installmentCount: number;
};

export function captureMessage(terminal: Terminal, capture: Capture): Message {
  const { referenceCode: ReferenceCode, amount, installmentCount } = capture;
  const fields = { ReferenceCode, ...amountFields(amount), ...installmentFields(installmentCount) };
  return message(terminal, "Capture", { names: SIGNED_NAMES.terminal, signed: {}, fields });
}

type Modification = {
  readonly operation: "Reverse" | "Return";
  readonly transaction: string;
  readonly referenceCode: string;
  /** Absent for a void, which is for the whole. */
  readonly amount: Money | undefined;
};

export function modificationMessage(terminal: Terminal, change: Modification): Message {
  const { operation, transaction: TransactionType, referenceCode, amount } = change;
  // The bank takes one of the two names of a transaction; the other one is null.
  const signed = { ReferenceCode: referenceCode, OrderId: "" };
  const fields = {
    ReferenceCode: referenceCode,
    OrderId: null,
    TransactionType,
    ...(amount === undefined ? {} : amountFields(amount)),
  };
  return message(terminal, operation, { names: SIGNED_NAMES.modification, signed, fields });
}

export function inquiryMessage(terminal: Terminal, orderId: string): Message {
  const fields = { OrderId: orderId };
  return message(terminal, "TransactionInquiry", {
    names: SIGNED_NAMES.terminal,
    signed: {},
    fields,
  });
}

type Content = {
  readonly names: readonly string[];
  /** The signed values besides the merchant and the terminal. */
  readonly signed: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, unknown>>;
};

function message(
  { merchantNo, terminalNo, key }: Terminal,
  operation: string,
  { names, signed, fields }: Content,
): Message {
  const values = new Map(
    Object.entries({ MerchantNo: merchantNo, TerminalNo: terminalNo, ...signed }),
  );
  const mac = macOf(
    names.map((name) => values.get(name) ?? ""),
    key,
  );
  const body = {
    ApiType: "JSON",
    ApiVersion: "V100",
    MerchantNo: merchantNo,
    TerminalNo: terminalNo,
    MACParams: macParams(names),
    MAC: mac,
    IsEncrypted: "N",
    CipheredData: null,
    DealerData: null,
    PaymentFacilitatorData: null,
    ...fields,
  };
  return { operation, body: JSON.stringify(body) };
}

function amountFields(amount: Money) {
  return { Amount: Number(amount.minor), CurrencyCode: posnetCurrency(amount.currency) ?? "" };
}

function installmentFields(count: number) {
  const isSingle = count <= 1;
  return {
    InstallmentCount: isSingle ? "0" : String(count),
    InstallmentType: isSingle ? "N" : "Y",
  };
}

/** `YYMM`. */
function expiryOf(card: CardDetails): string {
  const { month, year } = expiryDigits(card);
  return year + month;
}

import { CURRENCIES, CURRENCY_CODES } from "../../../kernel/currency.ts";
import { type Money, money } from "../../../kernel/money.ts";
import type { PresentedCard } from "../../card.ts";
import { type DoorXml, field } from "../kit/door-xml.ts";
import { gatewayRefusal, type Result } from "./answer.ts";
import { passwordDigest, requestHash } from "./signature.ts";
import { isTerminal, passwordOf } from "./terminal.ts";

/** A message whose credentials and mandatory fields are right. */
export type GarantiRequest = {
  readonly type: string;
  readonly orderId: string;
  readonly amount: Money;
  readonly installments: number;
  readonly card: PresentedCard | undefined;
  readonly secure3d: DoorXml | undefined;
  readonly originalRetrefNum: string;
  /** The span of a list, `dd/MM/yyyy HH:mm`, and its page from 1. */
  readonly span: Readonly<Record<"from" | "until" | "page", string>>;
};

export type Identity = {
  readonly user: string;
  readonly merchantId: string;
  readonly terminalId: string;
  readonly digest: string;
};

const REFUND_TYPES = new Set(["void", "refund"]);
const MANDATORY = [
  ["Customer", "IPAddress"],
  ["Order", "OrderID"],
  ["Transaction", "Type"],
  ["Transaction", "Amount"],
  ["Transaction", "CurrencyCode"],
] as const;
/** The list of all orders of a span, which names no order. */
const LIST = "orderlistinq";
const MANDATORY_OF_LIST = [
  ["Customer", "IPAddress"],
  ["Transaction", "Amount"],
  ["Order", "StartDate"],
  ["Order", "EndDate"],
] as const;
/** Only a charge says how the cardholder was present. */
const CHARGE_TYPES = new Set(["sales", "preauth"]);
const MANDATORY_OF_CHARGES = [
  ...MANDATORY,
  ["Transaction", "CardholderPresentCode"],
  ["Transaction", "MotoInd"],
] as const;

export function identityOf(message: DoorXml): Identity {
  const user = field(message, "Terminal", "ProvUserID");
  const terminalId = field(message, "Terminal", "ID");
  return {
    user,
    merchantId: field(message, "Terminal", "MerchantID"),
    terminalId,
    digest: passwordDigest(passwordOf(user) ?? "", terminalId),
  };
}

/** Returns the refusal of a message whose sender or signature is wrong. */
export function refuseIdentity(message: DoorXml, identity: Identity): Result | undefined {
  const { user, merchantId, terminalId, digest } = identity;
  if (!isTerminal(merchantId, terminalId)) return gatewayRefusal("0752", "Terminal kaydi yok");
  if (passwordOf(user) === undefined) return gatewayRefusal("0651", "Kullanici hatali");
  const signed = [
    field(message, "Order", "OrderID"),
    terminalId,
    field(message, "Card", "Number"),
    field(message, "Transaction", "Amount"),
    field(message, "Transaction", "CurrencyCode"),
  ];
  if (field(message, "Terminal", "HashData") !== requestHash(signed, digest)) {
    return gatewayRefusal("0651", "Sifre veya HashData hatali");
  }
  const isRefund = REFUND_TYPES.has(field(message, "Transaction", "Type"));
  return isRefund === (user === "PROVRFN")
    ? undefined
    : gatewayRefusal("0652", "Kullanicinin bu islem icin yetkisi yok");
}

/** A rehearsal of live mode sends what the bank's own system expects. */
export const MODES: ReadonlySet<string> = new Set(["TEST", "PROD"]);

/** Reads a message, or returns the refusal that names its first wrong field. */
export function readRequest(message: DoorXml): GarantiRequest | Result {
  const type = field(message, "Transaction", "Type");
  const isCharge = CHARGE_TYPES.has(type);
  const mandatory = isCharge ? MANDATORY_OF_CHARGES : type === LIST ? MANDATORY_OF_LIST : MANDATORY;
  const missing = mandatory.find((path) => field(message, ...path) === "");
  if (missing !== undefined) return gatewayRefusal("0002", `${missing.join(".")} zorunlu`);
  if (field(message, "Version") !== "512") return gatewayRefusal("0002", "Version hatali");
  if (!MODES.has(field(message, "Mode"))) return gatewayRefusal("0002", "Mode hatali");
  const orderId = field(message, "Order", "OrderID");
  if (type !== LIST && !/^[A-Za-z0-9_-]{1,36}$/.test(orderId))
    return gatewayRefusal("0002", "OrderID hatali");
  if (field(message, "Customer", "IPAddress").length > 20) {
    return gatewayRefusal("0002", "IPAddress hatali");
  }
  const amount = amountOf(message);
  if (amount === undefined) return gatewayRefusal("0002", "Amount veya CurrencyCode hatali");
  const installments = field(message, "Transaction", "InstallmentCnt");
  if (!/^(?:|[2-9]|[1-9]\d)$/.test(installments)) {
    return gatewayRefusal("0002", "InstallmentCnt hatali");
  }
  if (isCharge && !isMotoRight(message)) return gatewayRefusal("0002", "MotoInd hatali");
  const card = cardOf(message);
  if (card === null) return gatewayRefusal("0002", "Card.ExpireDate hatali");
  const transaction = message["Transaction"];
  const secure3d = typeof transaction === "object" ? transaction["Secure3D"] : undefined;
  return {
    type,
    orderId,
    amount,
    installments: installments === "" ? 1 : Number(installments),
    card,
    secure3d: typeof secure3d === "object" ? secure3d : undefined,
    originalRetrefNum: field(message, "Transaction", "OriginalRetrefNum"),
    span: {
      from: field(message, "Order", "StartDate"),
      until: field(message, "Order", "EndDate"),
      page: field(message, "Order", "ListPageNum"),
    },
  };
}

/** Reads minor units and the ISO number of a currency; undefined for anything else. */
export function moneyOf(amount: string, currencyCode: string): Money | undefined {
  const currency = CURRENCY_CODES.find((one) => CURRENCIES[one].numeric === currencyCode);
  if (currency === undefined || !/^[1-9]\d{0,14}$/.test(amount)) return undefined;
  return money(BigInt(amount), currency);
}

function amountOf(message: DoorXml): Money | undefined {
  const amount = field(message, "Transaction", "Amount");
  return moneyOf(amount, field(message, "Transaction", "CurrencyCode"));
}

/** `Y` marks mail order, which no customer authenticates. */
function isMotoRight(message: DoorXml): boolean {
  const moto = field(message, "Transaction", "MotoInd");
  const isChallenged = field(message, "Transaction", "CardholderPresentCode") === "13";
  return moto === "N" || moto === "H" || (moto === "Y" && !isChallenged);
}

/** `null` for a card whose expiry cannot be read. */
function cardOf(message: DoorXml): PresentedCard | undefined | null {
  const number = field(message, "Card", "Number");
  if (number === "") return undefined;
  const [, month = "", year = ""] =
    /^(0[1-9]|1[0-2])(\d\d)$/.exec(field(message, "Card", "ExpireDate")) ?? [];
  if (month === "") return null;
  const cvc = field(message, "Card", "CVV2");
  return {
    number,
    expiry_month: Number(month),
    expiry_year: 2_000 + Number(year),
    cvc: cvc === "" ? undefined : cvc,
    holder: "",
  };
}

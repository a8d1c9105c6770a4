import { CURRENCIES } from "../../../kernel/currency.ts";
import { decimalText } from "../../../kernel/decimal.ts";
import type { Instant } from "../../../kernel/clock.ts";
import type { Money } from "../../../kernel/money.ts";
import type { AnswerCode } from "../../answer-codes.ts";
import type { Entry } from "../../entry.ts";
import type { DoorAnswer } from "../kit/door-answer.ts";
import { localTime } from "../kit/door-time.ts";
import { TERMINAL } from "./terminal.ts";

/** The gateway's refusals in the bank's own words. */
const REFUSALS = {
  "VPS-1007": "Orjinal İşlem bulunamadı.",
  "VPS-1008": "Daha önce iptal edilmiş işlem",
  "VPS-1009": "İşlem yapılamaz",
  "VPS-1013": "Sipariş Numarası tekil olmalıdır",
  "VPS-1061": "Bu üye işyerinin işlem yetkisi yoktur",
  "VPS-1073": "Hatalı istek tarihi",
  "VPS-1123": "İşlem bulunamadı",
  "VPS-1279": "BKM 3DS Server Doğrulama Başarısız",
  "VPS-1042": "Hatalı Tutar",
} as const;

export type RefusalCode = keyof typeof REFUSALS;

export type Asked = { readonly txnCode: string; readonly orderId: string; readonly now: Instant };

const IDS = {
  merchantSafeId: TERMINAL.merchantSafeId,
  terminalSafeId: TERMINAL.terminalSafeId,
} as const;

export function messageOf(code: RefusalCode): string {
  return REFUSALS[code];
}

/** A refusal of the gateway: it has no host code, and the host's numbers are zeros. */
export function refusal({ txnCode, orderId, now }: Asked, code: RefusalCode): DoorAnswer {
  return json({
    txnCode,
    terminal: IDS,
    responseMessage: REFUSALS[code],
    txnDateTime: dateTime(now),
    transaction: { stan: 0, rrn: "0", batchNumber: 0 },
    responseCode: code,
    order: { orderId },
  });
}

/** A capture, void or refund that the card's bank refuses. */
export function hostDecline({ txnCode, orderId, now }: Asked, code: AnswerCode): DoorAnswer {
  return json({
    txnCode,
    ...hostWords({ code, authCode: "" }),
    txnDateTime: dateTime(now),
    terminal: IDS,
    order: { orderId },
  });
}

/** The host's answer to a charge, capture, void or refund that it has booked. */
export function booked({ txnCode, orderId, now }: Asked, entry: Entry, about: Entry): DoorAnswer {
  const isVoid = entry.type === "void";
  const answer = json({
    txnCode,
    ...hostWords(entry),
    txnDateTime: dateTime(now),
    terminal: IDS,
    order: { orderId },
    ...(isVoid ? {} : { card: { cardHolderName: "" }, transaction: numbers(entry) }),
  });
  return { ...answer, about };
}

export function rows(asked: Asked, details: readonly object[]): DoorAnswer {
  return json({
    txnCode: asked.txnCode,
    terminal: IDS,
    txnDetailList: details,
    responseMessage: "BAŞARILI",
    txnDateTime: dateTime(asked.now),
    responseCode: "VPS-0000",
  });
}

/** One transaction of an order; later steps have an order id of the bank. */
export function rowOf(entry: Entry, order: Entry): object {
  const codes = { sale: "1000", preauth: "1004", capture: "1005", refund: "1002" } as const;
  const { type } = entry;
  if (type === "void" || type === "reverse") return {};
  return {
    amount: Number(decimalOf(entry.amount)),
    currencyCode: Number(CURRENCIES[entry.amount.currency].numeric),
    orderId: entry === order ? order.requestId : `${entry.reference}-${entry.requestId.length}`,
    orgOrderId: order.requestId,
    txnCode: codes[type],
    txnStatus: statusOf(entry, order),
    ...(type === "preauth" || type === "capture" ? preAuthOf(order) : {}),
    installCount: entry.installments,
    txnDateTime: dateTime(entry.bookedAt),
    ...hostWords(entry),
    ...numbers(entry),
    maskedCardNumber: `${order.card?.bin ?? ""}******${order.card?.lastFour ?? ""}`,
  };
}

const STATUS_WORDS = { N: "Başarılı", R: "Başarılı", V: "İptal" } as const;

/** A line of the report, which tells states in words; undefined for a void, which changes one. */
export function reportRowOf(entry: Entry, order: Entry): object | undefined {
  if (entry.type === "void" || entry.type === "reverse") return undefined;
  const isApproved = entry.code === "00";
  return {
    ...rowOf(entry, order),
    txnStatus: isApproved ? STATUS_WORDS[statusOf(entry, order)] : "Başarısız",
    currencyLabel: entry.amount.currency,
    installmentCount: entry.installments,
  };
}

function statusOf(entry: Entry, order: Entry): "N" | "V" | "R" {
  if (order.voided && entry.type !== "refund") return "V";
  const isRefunded = entry === order && order.refundedMinor > 0n;
  return isRefunded && order.refundedMinor === order.capturedMinor ? "R" : "N";
}

/** A decline of the card's bank is "VPS-1005" with that bank's code. */
export function hostWords({ code, authCode }: Pick<Entry, "code" | "authCode">) {
  return code === "00"
    ? {
        responseCode: "VPS-0000",
        responseMessage: "BAŞARILI",
        hostResponseCode: code,
        hostMessage: `000 ONAY KODU ${authCode}`,
      }
    : {
        responseCode: "VPS-1005",
        responseMessage: "Provizyon Hatası",
        hostResponseCode: code,
        hostMessage: `1${code} RED`,
      };
}

/** A hold and its capture tell how much of the hold was captured. */
function preAuthOf({ capturedMinor, amount }: Entry) {
  return {
    preAuthStatus: capturedMinor > 0n ? "C" : "O",
    preAuthCloseAmount: Number(decimalOf({ ...amount, minor: capturedMinor })),
  };
}

/** The test bank has one batch. */
export const BATCH_NUMBER = 1;

export function numbers({ authCode, reference }: Pick<Entry, "authCode" | "reference">) {
  return {
    authCode: authCode === "" ? "000000" : authCode,
    rrn: reference,
    batchNumber: BATCH_NUMBER,
    stan: 1,
  };
}

export function decimalOf({ minor, currency }: Money): string {
  return decimalText(minor, CURRENCIES[currency].exponent);
}

export function dateTime(at: Instant): string {
  const { year, month, day, hour, minute, second, ms } = localTime(at);
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}`;
}

export function json(content: object): DoorAnswer {
  return { contentType: "application/json; charset=utf-8", body: JSON.stringify(content) };
}

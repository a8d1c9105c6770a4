import { CURRENCIES } from "../../../kernel/currency.ts";
import { decimalText } from "../../../kernel/decimal.ts";
import type { Instant } from "../../../kernel/clock.ts";
import type { Money } from "../../../kernel/money.ts";
import { ANSWER_CODES } from "../../answer-codes.ts";
import type { Entry } from "../../entry.ts";
import { localTime } from "../kit/door-time.ts";
import type { DoorContent } from "../kit/door-xml.ts";

/** The fields of an answer in their order; a nested list is a record of a history. */
export type Answered = readonly (readonly [name: string, content: DoorContent])[];

/** The bank's texts; codes without one here are told by their code alone. */
const TEXTS: Readonly<Record<string, string>> = {
  "00": "Onaylandı",
  "101310": "Verilen sipariş no önceden kullanılmıştır.",
  M030: "Hash değeri hatalı",
  M041: "Geçersiz kart numarası",
  M047: "IP adresi yetkili değil",
  V000: "İşlem devam ediyor",
  V013: "Seçili İşlem Bulunamadı!",
  V014: "Bu işlem geri alınamaz, lütfen asıl işlemi iptal edin.",
  V001: "Üye iş yeri bulunamadı.",
  V004: "Kullanıcı doğrulanamadı.",
  V010: "İşlem tipine izin verilmiyor.",
  V015: "İade tutarı orijinal işlem tutarından büyük olamaz.",
  V016: "Orijinal işlem bir ön provizyon değil.",
  V017: "İşlem daha önce iptal edilmiş.",
  V018: "İşlem iptal edilemez.",
  V019: "Kısmi iptal yapılamaz.",
  V020: "Orijinal işlem tamamlanmamış.",
  V025: "Ön provizyon daha önce kapatılmış.",
  V027: "Tutar ön provizyon tutarından en fazla %15 farklı olabilir.",
  V029: "OrderID tekil olmalıdır",
  V033: "3D Kullanıcı Doğrulama Adımı Başarılı",
  V034: "3D Secure Authorize Error",
  V036: "Sistem Hatası",
  V037: "İşlem daha önce iade edilmiş.",
};

export function textOf(code: string): string {
  const host = new Map<string, string>(Object.entries(ANSWER_CODES)).get(code);
  return TEXTS[code] ?? host ?? "Geçersiz istek";
}

export function refusal(order: string, code: string): Answered {
  return [
    ["AuthCode", ""],
    ["HostRefNum", ""],
    ["ProcReturnCode", code],
    ["TransId", order],
    ["ErrMsg", textOf(code)],
    ["CardHolderName", ""],
  ];
}

/** The host's answer to a charge, capture, void or refund. */
export function booked(order: string, entry: Entry): Answered {
  return [
    ["AuthCode", entry.authCode],
    ["HostRefNum", entry.reference],
    ["ProcReturnCode", hostCode(entry)],
    ["TransId", order],
    ["ErrMsg", textOf(hostCode(entry))],
    ["CardHolderName", ""],
  ];
}

/**
 * PayFor's code. `V034` stands for all failures of 3-D Secure, for which the test bank's book has
 * codes of its own.
 */
export function hostCode({ code }: Pick<Entry, "code">): string {
  return code.startsWith("Q") ? "V034" : code;
}

/** `415565******6111`. */
function maskOf({ card }: Pick<Entry, "card">): string {
  return card === undefined ? "" : `${card.bin}******${card.lastFour}`;
}

export const BATCH_NO = "1664";

export type Step = {
  readonly entry: Entry;
  readonly order: Entry;
  readonly merchantId: string;
  /** The time at which the order was voided. */
  readonly voidedAt?: Instant | undefined;
};

const TYPES = {
  sale: "Auth",
  preauth: "PreAuth",
  capture: "PostAuth",
  refund: "Refund",
  void: "Void",
  reverse: "Void",
} as const;

/** One step of an order, as inquiries and histories show it. */
export function record({ entry, order, merchantId, voidedAt }: Step): Answered {
  const isVoided = order.voided && ["sale", "preauth", "capture"].includes(entry.type);
  const isApproved = entry.state === "approved";
  const { day, month, year } = localTime(entry.bookedAt);
  const voided = localTime(voidedAt ?? entry.bookedAt);
  return [
    ["RequestGuid", entry.reference],
    ["InsertDatetime", `${day}.${month}.${year} ${clockTime(entry.bookedAt)}`],
    ["MerchantID", merchantId],
    ["OrderId", order.requestId],
    ["OrgOrderId", entry === order ? "" : order.requestId],
    ["RequestStat", "1,10"],
    ["SecureType", order.challengeId === undefined ? "NonSecure" : "3DModel"],
    ["PurchAmount", decimalOf(entry.amount)],
    ["Currency", CURRENCIES[entry.amount.currency].numeric],
    ["TxnType", TYPES[entry.type]],
    ["InstallmentCount", entry.installments === 1 ? "0" : String(entry.installments)],
    ["TxnStatus", isVoided ? "V" : isApproved ? "Y" : "N"],
    ["TxnResult", isApproved ? "Success" : "Failed"],
    ["AuthCode", entry.authCode],
    ["HostRefNum", ""],
    ["F37", entry.reference],
    ["ProcReturnCode", hostCode(entry)],
    ["ErrMsg", textOf(hostCode(entry))],
    ["IsVoided", String(isVoided)],
    ["IsRefunded", String(order.refundedMinor > 0n)],
    ["RefundedAmount", decimalOf({ ...order.amount, minor: order.refundedMinor })],
    ["VoidDate", isVoided ? `${voided.year}${voided.month}${voided.day}` : ""],
    ["VoidTime", isVoided ? clockTime(voidedAt ?? entry.bookedAt).replaceAll(":", "") : "0"],
    ["CardMask", maskOf(order)],
    ["BatchNo", BATCH_NO],
  ];
}

export function decimalOf({ minor, currency }: Money): string {
  return decimalText(minor, CURRENCIES[currency].exponent);
}

function clockTime(at: Instant): string {
  const { hour, minute, second } = localTime(at);
  return `${hour}:${minute}:${second}`;
}

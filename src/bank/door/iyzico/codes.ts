import type { AnswerCode } from "../../answer-codes.ts";
import type { ChangeRefusal } from "../kit/door-changes.ts";

type Refusal = readonly [group: string | undefined, message: string];

/** The company's refusals: those of a request have no group, those of a bank have one. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  "3": [undefined, "email gönderilmesi zorunludur"],
  "5": [undefined, "identityNumber gönderilmesi zorunludur"],
  "8": [undefined, "gsmNumber geçersizdir"],
  "11": [undefined, "Geçersiz istek"],
  "12": [undefined, "Kart numarası geçersizdir"],
  "13": [undefined, "Son kullanma ayı geçersizdir"],
  "14": [undefined, "Son kullanma yılı geçersizdir"],
  "15": [undefined, "cvc geçersizdir"],
  "16": [undefined, "Kart sahibi adı zorunludur"],
  "17": [undefined, "Son kullanma tarihi geçersizdir"],
  "20": [undefined, "conversationId çok uzun"],
  "23": [undefined, "callbackUrl gönderilmesi zorunludur"],
  "24": [undefined, "Zorunlu alan gönderilmedi"],
  "1000": [undefined, "Geçersiz imza"],
  "1001": [undefined, "api bilgileri bulunamadı"],
  "3001": [undefined, "cardUserKey gönderilmesi zorunludur"],
  "3002": [undefined, "cardToken gönderilmesi zorunludur"],
  "3005": [undefined, "Kart bulunamadı"],
  "3006": [undefined, "Kart bulunamadı"],
  "5001": [undefined, "paymentTransactionId gönderilmesi zorunludur"],
  "5002": [undefined, "paymentId gönderilmesi zorunludur"],
  "5005": [undefined, "price 0'dan büyük olmalıdır"],
  "5006": [undefined, "binNumber gönderilmesi zorunludur"],
  "5007": [undefined, "binNumber uzunluğu geçersizdir"],
  "5008": [undefined, "price izin verilen sınırın üstünde"],
  "5062": [undefined, "Gönderilen tutar tüm kırılımların toplam tutarına eşit olmalıdır"],
  "5087": [undefined, "Ödeme kaydı bulunamadı"],
  "5184": [undefined, "Yerli kartla yabancı para biriminde işlem yapılamaz"],
  "10005": ["DO_NOT_HONOUR", "İşlem onaylanmadı"],
  "10012": ["INVALID_TRANSACTION", "Geçersiz işlem"],
  "10034": ["FRAUD_SUSPECT", "Dolandırıcılık şüphesi"],
  "10041": ["LOST_CARD", "Kayıp kart, karta el koyunuz"],
  "10043": ["STOLEN_CARD", "Çalıntı kart, karta el koyunuz"],
  "10051": ["NOT_SUFFICIENT_FUNDS", "Kart limiti yetersiz, yetersiz bakiye"],
  "10054": ["EXPIRED_CARD", "Vadesi dolmuş kart"],
  "10057": ["NOT_PERMITTED_TO_CARDHOLDER", "Kart sahibi bu işlemi yapamaz"],
  "10058": ["NOT_PERMITTED_TO_TERMINAL", "Terminalin bu işlemi yapmaya yetkisi yok"],
  "10084": ["INVALID_CVC2", "Cvc2 bilgisi hatalı"],
  "10202": ["UNKNOWN", "Ödeme işlemi esnasında genel bir hata oluştu"],
  "10203": ["APPROVED_COMPLETED", "Önceden onaylanan işlem"],
  "10210": ["INVALID_CAVV", "CAVV bilgisi hatalı"],
  "10223": ["REQUIRES_DAY_END", "Gün sonu yapılmadan iade edilemez"],
  "10232": ["INVALID_AMOUNT", "Geçersiz tutar"],
};

export type Failure = {
  readonly errorCode: string;
  readonly errorMessage: string;
  readonly errorGroup?: string;
};

export function failureOf(errorCode: string): Failure {
  const [errorGroup, errorMessage] = REFUSALS[errorCode] ?? [undefined, "Sistem hatası"];
  return { errorCode, errorMessage, ...(errorGroup === undefined ? {} : { errorGroup }) };
}

const OF_CARD: Readonly<Partial<Record<AnswerCode, string>>> = {
  "04": "10041",
  "05": "10005",
  "12": "10012",
  "13": "10232",
  "14": "12",
  "34": "10034",
  "41": "10041",
  "43": "10043",
  "51": "10051",
  "54": "10054",
  "57": "10057",
  "82": "10084",
};

/** The company's code for the answer of a card's bank. */
export function codeOf(code: AnswerCode): string {
  return OF_CARD[code] ?? "10202";
}

export const CHANGE_REFUSALS: Readonly<Record<ChangeRefusal, string>> = {
  not_found: "5087",
  not_approved: "5087",
  voided: "10012",
  not_held: "10012",
  not_captured: "10012",
  other_currency: "10232",
  too_much: "10232",
  nothing_left: "10232",
  settled: "10012",
  not_settled: "10223",
  refused: "10057",
  duplicate: "10012",
};

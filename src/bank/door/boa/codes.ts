import { ANSWER_CODES } from "../../answer-codes.ts";
import type { ChangeRefusal } from "../kit/door-changes.ts";

const TEXTS: Readonly<Record<string, string>> = {
  "00": "OTORİZASYON VERİLDİ",
  "21": "İşlem daha önce iptal edilmiş.",
  "28": "İptal edilmiş işlem iade edilemez.",
  HashDataError: "Şifrelenen veriler (Hashdata) uyuşmamaktadır.",
  MerchantNotDefined: "Üye işyeri kullanıcı tanımı bulunamadı.",
  MetaDataNotFound: "Ödeme detayı bulunamadı.",
  EmptyMDException: "MD alanı boş olamaz.",
  OrderDataNotFound: "Sipariş bilgisi bulunamadı.",
  NonResult: "Kayıt bulunamadı.",
  CardVerificationFailed: "Kart doğrulanamadı.",
  MPIAuthenticationStatusN: "Kart doğrulanamadı.",
  MPIAuthenticationStatusA: "Kart doğrulanamadı.",
};

export function textOfCode(code: string): string {
  return TEXTS[code] ?? new Map<string, string>(Object.entries(ANSWER_CODES)).get(code) ?? code;
}

/** The code with which the bank refuses a cancellation or refund. */
export function changeCode(type: "void" | "refund" | "capture", refusal: ChangeRefusal): string {
  switch (refusal) {
    case "not_found":
      return "OrderDataNotFound";
    case "voided":
      return type === "refund" ? "28" : "21";
    case "nothing_left":
    case "too_much":
    case "other_currency":
      return "13";
    case "refused":
      return "57";
    default:
      return "12";
  }
}

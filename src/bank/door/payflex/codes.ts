import { ANSWER_CODES, type AnswerCode } from "../../answer-codes.ts";
import type { ChangeRefusal } from "../kit/door-changes.ts";

/** PayFlex writes the card network's two digits with two zeros on their left. */
export function hostCode(code: AnswerCode): string {
  return code === "82" ? "0312" : `00${code}`;
}

const TEXTS: Readonly<Record<string, string>> = {
  "0000": "İŞLEM BAŞARILI",
  "0312": "RED-GEÇERSİZ KART",
  "0323": "PROVİZYON TUTARI UYUŞMUYOR",
  "0972": "GEÇERSİZ PARA BİRİMİ",
  "0982": "İŞLEM İPTAL EDİLMİŞ, İADE YAPILAMAZ",
  "1001": "SİSTEM HATASI",
  "1006": "BU TRANSACTIONID İLE DAHA ÖNCE BAŞARILI BİR İŞLEM GERÇEKLEŞTİRİLMİŞ",
  "1007": "REFERANS TRANSACTION ALINAMADI",
  "1046": "TOPLAM İADE TUTARI ORJİNAL TUTARI AŞIYOR",
  "1050": "HATALI CVV",
  "1051": "HATALI KREDİ KARTI NUMARASI",
  "1052": "HATALI KREDİ KARTI SON KULLANMA TARİHİ",
  "1054": "HATALI İŞLEM NUMARASI",
  "1059": "İŞLEMİN TAMAMI İADE EDİLMİŞ",
  "1060": "HATALI TAKSİT SAYISI",
  "1061": "AYNI SİPARİŞ NUMARASIYLA DAHA ÖNCEDEN BAŞARILI İŞLEM YAPILMIŞ",
  "1065": "ÖN PROVİZYON DAHA ÖNCEDEN KAPATILMIŞ",
  "1078": "HATALI SİPARİŞ NUMARASI",
  "1083": "REFERANS İŞLEM DAHA ÖNCEDEN İPTAL EDİLMİŞ",
  "1088": "ÖN PROVİZYON İPTAL EDİLMİŞ",
  "1089": "REFERANS İŞLEM YAPILMAK İSTENEN İŞLEM İÇİN UYGUN DEĞİL",
  "1096": "CLIENTIP ALANI BOŞ OLAMAZ",
  "1101": "REFERANS İŞLEM TEKNİK İPTAL EDİLMİŞ",
  "1105": "ÜYE İŞYERİ IP ADRESİ SİSTEMDE TANIMLI DEĞİL",
  "1112": "TERMİNAL BULUNAMADI",
  "1115": "MPI KAYDI BULUNAMADI",
  "1116": "ECI DEĞERİ UYUŞMUYOR",
  "1117": "CAVV DEĞERİ UYUŞMUYOR",
  "1121": "TRANSACTIONDEVICESOURCE ALANI HATALI",
  "1126": "MPI KAYDI İLE İŞLEM BİLGİLERİ UYUŞMUYOR",
  "1127": "KART BİLGİLERİ GÖNDERİLMEMELİ",
  "1128": "MPI KAYDI DAHA ÖNCE KULLANILMIŞ",
  "2005": "ÜYE İŞYERİ BULUNAMADI YA DA ŞİFRE HATALI",
  "2009": "KART MARKASI HATALI",
  "2022": "VERIFYENROLLMENTREQUESTID BOŞ",
  "2023": "VERIFYENROLLMENTREQUESTID DAHA ÖNCE KULLANILMIŞ",
  "2029": "HATALI KART NUMARASI",
  "2030": "INVALID EXPIRE DATE",
  "2200": "İŞLEM YETKİSİ YOK",
  "2202": "İŞLEM İPTAL EDİLEMEZ, BATCH KAPALI",
  "5001": "KİMLİK DOĞRULAMA HATASI",
  "5037": "SUCCESSURL HATALI",
  "5038": "FAILUREURL HATALI",
  "6011": "SUNUCU IP ADRESİ TANIMLI DEĞİL",
  "7777": "BANKA TARAFINDA GÜN SONU YAPILDIĞINDAN İŞLEM YAPILAMIYOR",
  "9039": "ÜYE İŞYERİ BULUNAMADI",
};

export function textOfCode(code: string): string {
  const host = code.startsWith("00") ? code.slice(2) : "";
  const known = new Map<string, string>(Object.entries(ANSWER_CODES));
  return TEXTS[code] ?? known.get(host) ?? "İŞLEM BAŞARISIZ";
}

const CAPTURES: Partial<Record<ChangeRefusal, string>> = {
  voided: "1088",
  not_held: "1065",
  too_much: "0323",
};
const CANCELS: Partial<Record<ChangeRefusal, string>> = { voided: "1083", settled: "2202" };
const REFUNDS: Partial<Record<ChangeRefusal, string>> = {
  voided: "0982",
  nothing_left: "1059",
  too_much: "1046",
};

const COMMON: Readonly<Record<ChangeRefusal, string>> = {
  not_found: "1007",
  not_approved: "1089",
  voided: "1083",
  not_held: "1089",
  not_captured: "1089",
  other_currency: "0972",
  too_much: "1046",
  nothing_left: "1059",
  settled: "2202",
  not_settled: "1089",
  refused: "0057",
  duplicate: "1006",
};

/** The code with which the bank refuses a capture, cancellation or refund. */
export function changeCode(type: "capture" | "void" | "refund", refusal: ChangeRefusal): string {
  const special = { capture: CAPTURES, void: CANCELS, refund: REFUNDS }[type];
  return special[refusal] ?? COMMON[refusal];
}

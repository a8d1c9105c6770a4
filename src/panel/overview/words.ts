import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const overviewWords = catalogue({
  title: ["Genel bakış", "Overview"],
  currency: ["Para birimi", "Currency"],
  invalid: [
    "Dönem anlaşılamadı: günleri kontrol edin, en çok 366 gün seçin.",
    "The period was not understood: check the days, and choose 366 at most.",
  ],
  figures: ["Özet", "Summary"],
  nextMoney: ["Hesabınıza geçecek", "Next payout"],
  tomorrow: ["yarın", "tomorrow"],
  late: ["Gecikti", "Late"],
  notCompared: ["Karşılaştırılmadı", "Not compared yet"],
  noMoney: ["Beklenen ödeme yok", "No payout is expected"],
  unknownMoney: ["Günü belli olmayan paralar var", "Some money has no known day"],
  waiting: ["Sizi bekleyenler", "Waiting for you"],
  nothingWaits: ["Bekleyen iş yok.", "Nothing waits."],
  waits: {
    holds: [
      (count: string) => `${count} blokenin süresi bir gün içinde doluyor`,
      (count: string) => `Holds that end within a day: ${count}`,
    ],
    approvals: [
      (count: string) => `${count} iade onay bekliyor`,
      (count: string) => `Refunds that wait for approval: ${count}`,
    ],
    transfers: [
      (count: string) => `${count} havale hiçbir ödemeyle eşleşmedi`,
      (count: string) => `Transfers that match no payment: ${count}`,
    ],
    feeds: [
      (count: string) => `${count} hesap akışından ses yok`,
      (count: string) => `Account feeds that are silent: ${count}`,
    ],
    cases: [
      (count: string) => `${count} işlem banka teyidi bekliyor`,
      (count: string) => `Payments to clear with the bank: ${count}`,
    ],
    webhooks: [
      (count: string) => `${count} webhook uç noktası yanıt vermiyor`,
      (count: string) => `Webhook endpoints that fail: ${count}`,
    ],
    connections: [
      (count: string) => `${count} bağlantının bilgilerini banka reddediyor`,
      (count: string) => `Connections that the bank refuses: ${count}`,
    ],
    keys: [
      (count: string) => `${count} API anahtarının süresi iki hafta içinde doluyor`,
      (count: string) => `API keys that end within two weeks: ${count}`,
    ],
  },
  againstBefore: ["önceki döneme göre", "against the period before"],
  noBefore: ["önceki dönemde ödeme yok", "no payment in the period before"],
  points: [(points: string) => `${points} puan`, (points: string) => counted(points, "point")],
  whyFell: ["Artan retler", "Declines that became more"],
  whyFellHint: [
    "Önceki aynı uzunluktaki döneme göre, banka ve nedene göre; en çok artan üsttedir.",
    "Against the equally long period before, by bank and reason; the largest increase first.",
  ],
  change: ["Değişim", "Change"],
  inPeriod: ["Bu dönem", "This period"],
  inBefore: ["Önceki dönem", "Period before"],
  worstDay: ["En kötü gün", "Worst day"],
  volume: ["Onaylanan ödemeler", "Approved payments"],
  payments: ["Ödeme sayısı", "Number of payments"],
  approval: ["Onay oranı", "Approval rate"],
  approvalHint: [
    (ok: string, no: string) => `${ok} onaylandı, ${no} başarısız`,
    (ok: string, no: string) => `${ok} approved, ${no} failed`,
  ],
  refunds: ["İade edilen ödeme", "Payments refunded"],
  refundsHint: [
    (amount: string) => `dönemde ${amount} iade`,
    (amount: string) => `${amount} refunded in the period`,
  ],
  perDay: ["Günlük tutar", "Amount per day"],
  ratePerDay: ["Günlük onay oranı", "Approval rate per day"],
  day: ["Gün", "Day"],
  amount: ["Tutar", "Amount"],
  count: ["Ödeme", "Payments"],
  rate: ["Onay", "Approval"],
  byType: ["Ödeme yöntemine göre", "By payment method"],
  type: ["Ödeme yöntemi", "Payment method"],
  byBank: ["Kartın bankasına göre", "By the card's bank"],
  bank: ["Banka", "Bank"],
  unknownBank: ["Bilinmiyor", "Unknown"],
  declines: ["Ret nedenleri", "Reasons for declines"],
  reason: ["Neden", "Reason"],
  bankCode: ["Banka kodu", "Bank code"],
  share: ["Pay", "Share"],
  tooMany: [
    "Bu dönemde banka ve ret ayrıntısı için çok fazla ödeme var. Daha kısa bir dönem seçin.",
    "This period has too many payments to show banks and declines. Choose a shorter one.",
  ],
  none: ["Bu dönemde ödeme yok.", "There is no payment in this period."],
  tryShop: ["Test ödemesi yap", "Make a test payment"],
});

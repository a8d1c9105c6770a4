import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const listWords = catalogue({
  title: ["Ödemeler", "Payments"],
  filters: ["Filtreler", "Filters"],
  search: ["Ara", "Search"],
  searchHint: [
    "Sipariş no, müşteri, telefon, tutar, kartın son 4 hanesi",
    "Order number, customer, phone, amount, last 4 digits",
  ],
  start_date: ["İlk gün", "First day"],
  end_date: ["Son gün", "Last day"],
  status: ["Durum", "Status"],
  type: ["Ödeme yöntemi", "Payment method"],
  any: ["Hepsi", "All"],
  declineReason: ["Ret nedeni", "Decline reason"],
  bank: ["Kartın bankası", "Card's bank"],
  columns: ["Sütunlar", "Columns"],
  pageSize: ["Sayfada", "Per page"],
  tabs: {
    all: ["Hepsi", "All"],
    completed: ["Başarılı", "Successful"],
    failed: ["Başarısız", "Failed"],
    refunded: ["İade edildi", "Refunded"],
    authorized: ["Provizyonda", "Held"],
    processing: ["İşleniyor", "Processing"],
    pending: ["Bekliyor", "Waiting"],
    cancelled: ["İptal", "Cancelled"],
  },
  sums: {
    all: [
      (amounts: string, count: string) => `${count} başarılı: ${amounts}`,
      (amounts: string, count: string) => `${count} successful: ${amounts}`,
    ],
    completed: [
      (amounts: string) => `sipariş tutarı ${amounts}`,
      (amounts: string) => `amount of the orders ${amounts}`,
    ],
    failed: [
      (amounts: string) => `denenen tutar ${amounts}`,
      (amounts: string) => `amount tried ${amounts}`,
    ],
    refunded: [
      (amounts: string) => `iade öncesi sipariş tutarı ${amounts}`,
      (amounts: string) => `amount of the orders before refunds ${amounts}`,
    ],
    authorized: [
      (amounts: string) => `provizyondaki sipariş tutarı ${amounts}`,
      (amounts: string) => `amount of the orders on hold ${amounts}`,
    ],
    processing: [
      (amounts: string) => `sonucu beklenen tutar ${amounts}`,
      (amounts: string) => `amount without an outcome yet ${amounts}`,
    ],
    pending: [
      (amounts: string) => `beklenen tutar ${amounts}`,
      (amounts: string) => `amount expected ${amounts}`,
    ],
    cancelled: [
      (amounts: string) => `iptal edilen tutar ${amounts}`,
      (amounts: string) => `amount cancelled ${amounts}`,
    ],
  },
  min: ["En az tutar", "Amount from"],
  max: ["En çok tutar", "Amount to"],
  apply: ["Uygula", "Apply"],
  clear: ["Filtreleri kaldır", "Remove the filters"],
  time: ["Zaman", "Time"],
  amount: ["Tutar", "Amount"],
  method: ["Ödeme aracı", "Paid with"],
  customer: ["Müşteri", "Customer"],
  order: ["Sipariş", "Order"],
  reason: ["Neden", "Reason"],
  total: [(count: string) => `${count} ödeme`, (count: string) => counted(count, "payment")],
  found: [
    (count: number, more: boolean) => `${count}${more ? "+" : ""} ödeme bulundu`,
    (count: number, more: boolean) => `${count}${more ? "+" : ""} payments found`,
  ],
  none: ["Bu filtrelere uyan ödeme yok.", "No payment matches this filter."],
  noneSoFar: [
    (moment: string) => `${moment} tarihine kadar bakıldı, henüz uyan ödeme yok.`,
    (moment: string) => `Searched back to ${moment}; no payment matches so far.`,
  ],
  soFar: [
    (moment: string) => `${moment} tarihine kadar bakıldı; ötesinde de ödeme olabilir.`,
    (moment: string) => `Searched back to ${moment}; there may be more payments beyond.`,
  ],
  searchOn: ["Aramayı sürdür", "Continue the search"],
  noneYet: [
    "Henüz ödeme yok. İlk ödeme burada görünecek.",
    "There is no payment yet. The first one will be shown here.",
  ],
  tryShop: ["Test ödemesi yap", "Make a test payment"],
  invalid: [
    "Filtre anlaşılamadı: günleri ve tutarları kontrol edin. Liste filtresiz gösterilmedi.",
    "The filter was not understood: check the days and amounts. The list is not shown without the filter.",
  ],
  cardNumber: [
    "Kart numarası aranmaz ve saklanmaz. Son 4 haneyi yazın.",
    "Card numbers are neither searched for nor kept. Type the last 4 digits.",
  ],
  tooSlow: [
    "Bu arama çok uzun sürdü. Gün aralığını daraltın ya da sipariş numarasıyla arayın.",
    "This search took too long. Choose fewer days, or search by order.",
  ],
  export: ["Dışa aktar", "Export"],
  views: ["Görünümler", "Views"],
  saveView: ["Bu görünümü kaydet", "Save this view"],
  viewName: ["Ad", "Name"],
  share: ["Herkes görsün", "For everybody"],
  shared: ["paylaşılan", "shared"],
  removeView: [
    (name: string) => `“${name}” görünümünü sil`,
    (name: string) => `Remove the view “${name}”`,
  ],
  viewSaved: ["Görünüm kaydedildi.", "The view was saved."],
  viewRemoved: ["Görünüm silindi.", "The view was removed."],
  viewUnnamed: ["Görünüme bir ad verin.", "Give the view a name."],
  exportTitle: ["Dışa aktarma", "Export"],
  exportCount: [
    (count: string) => `${count} ödeme aktarılacak.`,
    (count: string) => `${counted(count, "payment")} will be exported.`,
  ],
  exportFound: [
    "Aramanızın sonuçları aktarılacak.",
    "The payments of your search will be exported.",
  ],
  exportHow: [
    "Excel dosyasında tutarlar lira, saatler yerel saattir.",
    "An Excel file has amounts in units of the currency, and local times.",
  ],
  format: ["Biçim", "Format"],
  formats: {
    xlsx: ["Excel dosyası (.xlsx)", "Excel file (.xlsx)"],
    excel_csv: ["Excel için CSV", "CSV for Excel"],
    csv: ["API’nin CSV’si", "CSV of the API"],
    json: ["API’nin JSON’u", "JSON of the API"],
  },
  download: ["İndir", "Download"],
  sameCall: ["Aynı filtreyle API çağrısı", "The API call with the same filter"],
  exportNoText: [
    "API’nin biçimlerine arama metni, ret nedeni ve banka uygulanmaz; öteki filtreler uygulanır.",
    "The API’s formats ignore the search text, the decline reason and the bank.",
  ],
  progress: [
    (done: string, all: string) => `${done} / ${all} satır`,
    (done: string, all: string) => `${done} of ${counted(all, "row")}`,
  ],
  progressDone: ["İndirildi.", "Downloaded."],
  progressFailed: ["Aktarma yarım kaldı. Yeniden deneyin.", "The export broke off. Try again."],
});

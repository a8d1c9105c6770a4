import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const requestWords = catalogue({
  title: ["İstek kaydı", "Request log"],
  intro: [
    (days: number) =>
      `Programlarınızın API'ye gönderdiği istekler, son ${days} gün. Kart, anahtar ve kişi bilgisi kayda girmez.`,
    (days: number) =>
      `The API requests of your programs in the last ${counted(days, "day")}. No card, key or personal data is stored.`,
  ],
  isOff: [
    "İstek kaydı bu kurulumda kapalı.",
    "The request log is turned off in this installation.",
  ],
  filters: ["Filtreler", "Filters"],
  any: ["Hepsi", "All"],
  status: ["Durum kodu", "Status"],
  classes: {
    "2xx": ["2xx: yapıldı", "2xx: done"],
    "4xx": ["4xx: reddedildi", "4xx: refused"],
    "5xx": ["5xx: hata", "5xx: failed"],
  },
  code: ["Hata kodu", "Code"],
  method: ["Yöntem", "Method"],
  path: ["Yolda geçen", "Path contains"],
  requestId: ["İstek numarası", "Request id"],
  key: ["Anahtarın sonu", "Last 4 of the key"],
  keyColumn: ["Anahtar", "Key"],
  start_date: ["Başlangıç", "From"],
  end_date: ["Bitiş", "Until"],
  apply: ["Göster", "Show"],
  clear: ["Temizle", "Clear"],
  none: ["Bu filtreye uyan istek yok.", "There is no request with this filter."],
  noneYet: [
    "Henüz istek yok. API'ye gelen her istek yarım saniye sonra burada görünür.",
    "There is no request yet. Each one to the API appears here half a second later.",
  ],
  invalid: [
    "Filtre anlaşılamadı. Aşağıdakini düzeltin.",
    "The filter can't be read. Correct it below.",
  ],
  cardNumber: [
    "Kart numarasıyla arama yapılmaz; numara hiçbir yere yazılmadı.",
    "Card numbers are not searched for; the number was not stored.",
  ],
  tooSlow: [
    "Arama çok uzun sürdü. Günleri daraltın ya da istek numarasıyla arayın.",
    "The search took too long. Choose fewer days, or search by request id.",
  ],
  request: ["İstek", "Request"],
  duration: ["Süre", "Duration"],
  network: ["Ağ", "Network"],
  payment: ["Ödeme", "Payment"],
  requestBody: ["İstek gövdesi", "Request body"],
  responseBody: ["Yanıt gövdesi", "Response body"],
  noBody: ["Gövde yok.", "There is no body."],
  unrecorded: [
    (count: string) => `${count} istek daha geldi; kayıtta yer olmadığı için saklanmadı.`,
    (count: string) => `${count} more requests came; the log has no room for them.`,
  ],
  cut: ["Gövdenin başı; kalanı saklanmadı.", "The beginning of the body; the rest was not kept."],
  leftOut: [
    "Yanıt saklanmayacak kadar uzun ya da JSON değil.",
    "The answer is too long to be kept, or is not JSON.",
  ],
  bodyHint: [
    "Köşeli ayraç içindekiler saklanmaz, yalnız türü ve uzunluğu yazılır.",
    "A value in square brackets was not stored, only its kind and length.",
  ],
  curl: ["curl olarak", "As curl"],
  curlHint: [
    "Anahtarınız VEZNE_API_KEY değişkenindedir; kart bilgisi yerine test kartı, saklanmayanların yerine … vardır.",
    "Your key is in the variable VEZNE_API_KEY. A test card replaces the card, and … other values not stored.",
  ],
  ofPayment: [
    (count: string) => `API istekleri (${count})`,
    (count: string) => `API requests (${count})`,
  ],
});

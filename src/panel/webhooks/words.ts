import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const webhookWords = catalogue({
  title: ["Webhook'lar", "Webhooks"],
  intro: [
    "Olaylar bu uç noktalara imzalı olarak gönderilir.",
    "Signed events are sent to these addresses.",
  ],
  none: [
    "Henüz uç nokta yok. Aşağıdan ekleyin; bundan sonraki olaylar oraya gider.",
    "There is no endpoint yet. Add one below; events from then on go there.",
  ],
  url: ["Uç nokta", "Address"],
  urlHint: [
    "https ile başlayan tam adres; test ortamında http ve localhost da olur.",
    "A whole address that begins with https; in test mode also http and localhost.",
  ],
  urlWrong: [
    "Bu adrese gönderilemez. Herkese açık bir https adresi olmalı; kullanıcı adı, parola ve # içermemeli.",
    "This address can't receive events. It must be a public https address, without user name, password or #.",
  ],
  tooMany: [
    (most: number) => `Bir ortamda en çok ${most} uç nokta olabilir.`,
    (most: number) => `A mode can have ${counted(most, "endpoint")} at most.`,
  ],
  description: ["Açıklama", "Description"],
  descriptionHint: ["Yalnız sizin için, isteğe bağlı.", "For you alone, optional."],
  events: ["Olaylar", "Events"],
  eventsHint: [
    "Hiçbirini seçmezseniz hepsi gönderilir, ileride eklenecekler de.",
    "If you choose none, all are sent, those of later releases included.",
  ],
  allEvents: ["Hepsi", "All"],
  add: ["Uç nokta ekle", "Add the endpoint"],
  addTitle: ["Yeni uç nokta", "New endpoint"],
  added: [
    "Uç nokta eklendi. İmza anahtarını şimdi kaydedin; bir daha gösterilmez.",
    "The endpoint was added. Store its signing secret now; it is not shown again.",
  ],
  secret: ["İmza anahtarı", "Signing secret"],
  toEndpoint: ["Uç noktanın sayfasına git", "Go to the endpoint"],
  state: ["Durum", "State"],
  enabled: ["Açık", "On"],
  disabled: {
    by_hand: ["Kapalı", "Off"],
    gone: ["Kapalı: 410 döndü", "Off: it answered 410"],
    failing: ["Kapalı: günlerce ulaşılamadı", "Off: unreachable for days"],
  },
  failingSince: ["Hata veriyor", "Failing since"],
  created: ["Eklendi", "Added"],
  secrets: ["İmzalayan", "Signed with"],
  ownSecret: ["Uç noktanın kendi anahtarı", "A secret of its own"],
  twoSecrets: [
    (until: string) => `Kendi anahtarı ve ${until} anına kadar eskisi`,
    (until: string) => `Its own secret, and the old one until ${until}`,
  ],
  merchantSecret: [
    "Üye iş yerinin anahtarı (yönlendirmeleri de imzalar)",
    "The merchant's secret (which signs redirects, too)",
  ],
  merchantSecretPage: {
    title: ["Üye iş yerinin imza anahtarı", "The merchant's secret"],
    link: ["Üye iş yerinin imza anahtarını göster", "Show the merchant's secret"],
    signs: [
      "Mağazaya dönen müşterilerin adreslerini ve kendi anahtarı olmayan webhook uç noktalarına " +
        "giden olayları imzalar.",
      "It signs the addresses of customers who come back to the shop, and the events of endpoints " +
        "without a secret of their own.",
    ],
    both: [
      "Test ve canlı ortam için birdir. Sunucunuzda saklayın, tarayıcıya göndermeyin.",
      "It is the same for test and live mode. Keep it on your server, and send it to no browser.",
    ],
    show: ["Anahtarı göster", "Show the secret"],
    envLine: ["Ortam değişkeni olarak", "As an environment variable"],
    replaced: ["Eski imza anahtarı", "The old secret"],
    bothUntil: [
      (until: string) =>
        `Dönen müşterilerin adreslerini ${until} anına kadar yalnız eskisi imzalar. ` +
        "O zamana kadar sunucunuz ikisini de kabul etmelidir.",
      (until: string) =>
        `Until ${until} the addresses of returning customers are signed with the old secret only. ` +
        "Until then your server has to accept both.",
    ],
    rollTitle: ["İmza anahtarını yenile", "Replace the secret"],
    rollHint: [
      "Süre dolana kadar dönen müşterilerin adreslerini eski anahtar, webhook'ları iki anahtar da " +
        "imzalar. Sunucunuz iki anahtarı da kabul etsin; süre dolduktan bir saat sonra eskisini kaldırın.",
      "Until the time is over, the addresses of returning customers are signed with the old secret, " +
        "and webhooks with both. Let your server accept both, and remove the old one an hour after the end.",
    ],
    rolled: [
      "Yeni imza anahtarı üretildi. Sunucunuza kaydedin.",
      "There is a new secret. Save it on your server.",
    ],
    overlapNotOver: [
      "Bir önceki anahtarın süresi dolmadı. O sırada anahtar ancak hemen geçerli olarak yenilenebilir.",
      "The time of the secret before this one is not over. Until then a new one can only replace it at once.",
    ],
    goOn: ["Kaydettim, geri dön", "I have saved it, go back"],
  },
  onHint: [
    "Kapatınca gönderiler bekler; açınca gönderilir.",
    "After you turn it off, deliveries wait until you turn it on again.",
  ],
  offHint: [
    "Kapalı; açınca bekleyen gönderiler hemen gönderilir.",
    "It is off; when you turn it on, waiting deliveries are sent at once.",
  ],
  enable: ["Aç", "Turn on"],
  enableTitle: ["Uç noktayı aç", "Turn the endpoint on"],
  disableTitle: ["Uç noktayı kapat", "Turn the endpoint off"],
  disable: ["Kapat", "Turn off"],
  turnedOn: [
    "Uç nokta açıldı; bekleyen gönderimler hemen yapılıyor.",
    "The endpoint is on; waiting deliveries are sent now.",
  ],
  turnedOff: [
    "Uç nokta kapandı; gönderimler bekliyor.",
    "The endpoint is off; its deliveries wait.",
  ],
  test: ["Örnek olay gönder", "Send a test event"],
  testHint: [
    "İmzalı bir örnek hemen gönderilir ve yanıt burada gösterilir. Kayda girmez.",
    "A signed example is sent at once and its answer shown here. It is not logged.",
  ],
  type: ["Tür", "Type"],
  send: ["Gönder", "Send"],
  testAnswer: ["Örnek olayın yanıtı", "Answer to the test event"],
  roll: ["İmza anahtarını yenile", "Roll the signing secret"],
  rollHint: [
    "Süre dolana kadar her gönderi iki anahtarla da imzalanır.",
    "Until the time is over, every delivery is signed with both secrets.",
  ],
  overlap: ["Eskisi ne kadar daha imzalasın?", "How long does the old one go on signing?"],
  overlaps: {
    "0": ["Hemen bitsin", "It ends now"],
    "1": ["1 saat", "1 hour"],
    "24": ["24 saat", "24 hours"],
    "168": ["7 gün", "7 days"],
  },
  rollButton: ["Yeni anahtar al", "Get a new secret"],
  endsNow: [
    "Eski anahtar hemen biter. Sunucunuz yenisini alana kadar imzaları geçersiz sayar. Geri alınamaz.",
    "The old secret ends at once. Until your server has the new one, it finds the signatures " +
      "wrong. This can't be undone.",
  ],
  rolled: [
    "Yeni imza anahtarı geçerli. Şimdi kaydedin; bir daha gösterilmez.",
    "The new signing secret is in force. Store it now; it is not shown again.",
  ],
  remove: ["Uç noktayı kaldır", "Remove the endpoint"],
  removeHint: [
    "Uç nokta, bekleyen gönderimleri ve kaydıyla birlikte silinir. Geri alınamaz.",
    "The endpoint is deleted with its waiting deliveries and its log. This can't be undone.",
  ],
  removed: ["Uç nokta kaldırıldı.", "The endpoint was removed."],
  deliveries: ["Gönderimler", "Deliveries"],
  noDeliveries: [
    (days: number) =>
      `Burada gönderim yok. Yeni olaylarla birlikte görünür; kaydı ${days} gün saklanır.`,
    (days: number) =>
      `There is no delivery here. The next event creates one; its log is kept for ${counted(days, "day")}.`,
  ],
  order: ["Ödeme", "Payment"],
  amount: ["Tutar", "Amount"],
  all: ["Tüm durumlar", "All states"],
  filter: ["Göster", "Show"],
  states: {
    waiting: ["Sırada", "Waiting"],
    sending: ["Gönderiliyor", "Sending"],
    delivered: ["Ulaştı", "Delivered"],
    failed: ["Ulaşmadı", "Failed"],
    paused: ["Bekliyor", "Paused"],
  },
  event: ["Olay", "Event"],
  attempts: ["Deneme", "Attempts"],
  answer: ["Son yanıt", "Last answer"],
  next: ["Sonraki deneme", "Next attempt"],
  newest: ["En yeni 100 gönderi.", "The newest 100 deliveries."],
  resendRange: ["Olayları yeniden gönder", "Send again since a day"],
  resendRangeHint: [
    "Seçtiğiniz günün başından beri olan olaylar, aynı numaralarla yeniden gider.",
    "Events since the beginning of the day go out again, with the same ids.",
  ],
  since: ["Gün", "Day"],
  undelivered: ["Yalnız ulaşmayanlar", "Only undelivered events"],
  resend: ["Yeniden gönder", "Send again"],
  resent: [
    (count: number) => `${count} olay yeniden gönderiliyor.`,
    (count: number) =>
      count === 1 ? "The event is sent again." : `${count} events are sent again.`,
  ],
  isDisabled: ["Uç nokta kapalı; önce açın.", "The endpoint is off; turn it on first."],
  noAttempts: ["Henüz denenmedi.", "Not tried yet."],
  attemptsForgotten: [
    (days: number) => `Gönderim kaydı ${days} gün saklanır; bu olay için kayıt yok.`,
    (days: number) => `Attempts are kept for ${counted(days, "day")}; there is none of this event.`,
  ],
  indented: [
    "Okunması için girintili gösterilir; imza, gönderilen tek satırlık gövdeye aittir.",
    "Indented for reading; the signature is of the single line that is sent.",
  ],
  attempt: [(number: number) => `${number}. deneme`, (number: number) => `Attempt ${number}`],
  sentBody: ["Gönderilen gövde", "The body that is sent"],
  request: ["İstek başlıkları", "Request headers"],
  body: ["Gövde", "Body"],
  response: ["Yanıt başlıkları", "Response headers"],
  emptyBody: ["Gövde boş.", "The body is empty."],
  bodyNotKept: [
    "Bu makinedeki bir alıcının yanıtından yalnızca durum kodu saklanır.",
    "Of the answer of a receiver on this machine, only the status is kept.",
  ],
  ms: [(count: number) => `${count} ms`, (count: number) => `${count} ms`],
});

import type { LivePointName, LivePointState } from "../../domain/connection/live-readiness.ts";
import { catalogue } from "../../page/kit/catalogue.ts";

type Points = Readonly<Record<LivePointName, string>>;
type States = Readonly<Record<LivePointState, string>>;

const POINTS_TR: Points = {
  connection:
    "Açık bir canlı banka bağlantısı var ve banka bilgileri son değişiklikten sonra kabul etti",
  three_d_secure: "Bu bağlantılardan birinde 3-D Secure modeli seçili",
  store_key:
    "Bu bağlantıların mağaza anahtarı, bankanın imzaladığı bir 3-D Secure dönüşüyle kanıtlandı",
  simulated_bank: "Canlı bağlantıların hiçbiri test bankasına gitmiyor",
  public_https: "Hizmetin adresi https",
  production: "Hizmet üretim ortamında çalışıyor (VEZNE_ENVIRONMENT=production)",
  vault_key: "Kasa anahtarı verilerin yanında durmuyor",
  live_key: "Canlı API anahtarı var",
  second_factor: "Bir hesap sahibi iki adımlı doğrulama kullanıyor",
  webhook: "Canlı ödemeler için https adresli bir webhook var",
  brand: "Ödeme sayfasında satış koşullarınızın adresi var",
  commissions: "Komisyon tablosu yüklendi",
  bins: "BIN tablosu, taksit yapan bağlantıların bankalarını tanıyor",
  settlement: "Bankanın mutabakat sözleşmesi girildi",
  demo_shop: "Demo mağaza kapalı",
  backup: "Yedek alınıyor ve geri yükleme denendi; Vezne bunu göremez",
};

const POINTS_EN: Points = {
  connection: "A live bank connection is active, and the bank accepted it since its last change",
  three_d_secure: "One of these connections has a 3-D Secure model",
  store_key: "A 3-D Secure return that the bank signed has proved the store key of each of them",
  simulated_bank: "No live connection leads to the test bank",
  public_https: "The address of the service is https",
  production: "The service runs in production (VEZNE_ENVIRONMENT=production)",
  vault_key: "The vault key does not lie beside the data",
  live_key: "There is a live API key",
  second_factor: "An owner has a second factor",
  webhook: "A webhook for live payments has an https address",
  brand: "The payment page names the address of your terms of sale",
  commissions: "A commission table is imported",
  bins: "The BIN table knows the banks of connections with installments",
  settlement: "The settlement contract of the bank is entered",
  demo_shop: "The demo shop is off",
  backup: "Backups are made and a restore was tried; Vezne can't see this",
};

const STATES_TR: States = { done: "Tamam", missing: "Eksik", advice: "Önerilir: eksik" };
const STATES_EN: States = { done: "Done", missing: "Missing", advice: "Advised: missing" };

export const liveWords = catalogue({
  title: ["Canlıya geçiş", "Go live"],
  intro: [
    "Eksik bir madde varken canlı kart ödemesi alınamaz. Öneriler zorunlu değildir. " +
      "Bankanın verdiği bilgiler ve ilk gerçek ödeme için rehberi izleyin.",
    "No live card payment can be taken while a point is missing. Advice is not required. " +
      "The guide leads from the bank's papers to the first real payment.",
  ],
  guide: ["Rehber: canlıya geçiş", "Guide: going live"],
  point: ["Koşul", "Condition"],
  state: ["Durum", "State"],
  place: ["Yeri", "Where"],
  points: [POINTS_TR, POINTS_EN],
  states: [STATES_TR, STATES_EN],
  toPage: ["Sayfaya git", "Open the page"],
  setting: [
    (name: string) => `Hizmet ayarı ${name}`,
    (name: string) => `Setting ${name} of the service`,
  ],
  operator: ["Hizmeti işleten kişi", "The operator of the service"],
  isLive: ["Canlı kart ödemeleri açık. Başlangıç:", "Live card payments are on, since"],
  isNotLive: [
    "Canlı kart ödemeleri kapalı; API bunları acquirer_not_configured hatasıyla reddeder.",
    "Live card payments are off: they are refused with acquirer_not_configured.",
  ],
  merchant: ["Üye iş yeri", "Merchant"],
  start: ["Canlıya geç", "Go live"],
  startHint: [
    "Canlı kart ödemeleri bundan sonra bankalara gider.",
    "From now on this merchant's live card payments go to its banks.",
  ],
  stop: ["Canlı ödemeleri kapat", "Stop live payments"],
  stopHint: [
    "Yeni canlı kart ödemesi alınmaz. Önceki ödemelerin iade ve sorguları sürer.",
    "No new live card payment is taken. Earlier payments are still refunded and looked up.",
  ],
  started: ["Canlı kart ödemeleri açıldı.", "Live card payments are on."],
  stopped: ["Canlı kart ödemeleri kapatıldı.", "Live card payments are off."],
  incomplete: [
    "Eksik maddeler var; canlıya geçilmedi.",
    "Points are missing, so live payments stay off.",
  ],
  ownersOnly: ["Canlıya hesap sahibi geçirir.", "An owner switches live payments on."],
  link: ["Canlıya geçiş listesi", "Checklist for going live"],
});

import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const settingsWords = catalogue({
  title: ["Ayarlar", "Settings"],
  both: [
    "Bu ayarlar test ve canlı ortam için birlikte geçerlidir.",
    "These settings apply to test and live mode alike.",
  ],
  threeDSecure: ["3-D Secure", "3-D Secure"],
  optional: [
    "İstek isterse (ödeme sayfası her zaman ister)",
    "Where a request asks for it (the payment page always does)",
  ],
  always: ["Her kart ödemesinde zorunlu", "With every card payment"],
  inForce: {
    title: ["3-D Secure ne zaman istenir", "When 3-D Secure is asked for"],
    always: ["Her zaman", "Always"],
    optional: ["İstek isterse", "Where the request asks for it"],
    pages: ["Ödeme sayfası ve ödeme çerçevesi", "Payment page and widget"],
    testCall: ["API, test ortamı", "API, test mode"],
    liveWithKey: ["API, canlı ortam, API anahtarıyla", "API, live mode, with the API key"],
    liveWithoutKey: [
      "API, canlı ortam, yalnız oturum kimliğiyle",
      "API, live mode, with the session's id alone",
    ],
  },
  style: ["API yanıt biçimi", "Style of API answers"],
  flags: ["flags: success ve status alanları", "flags: the fields success and status"],
  codes: ["codes: sayısal status", "codes: a numeric status"],
  timeZone: ["Saat dilimi", "Time zone"],
  timeZoneHint: [
    "Raporlarda gün sınırları ve panelde saatler buna göredir.",
    "Days in reports and times in the panel follow it.",
  ],
  timeZoneWrong: [
    "Böyle bir saat dilimi yok. Örnek: Europe/Istanbul",
    "There is no such time zone. Example: Europe/Istanbul",
  ],
  origins: ["Ödeme çerçevesini gösterebilen siteler", "Sites that may frame the payment form"],
  originsHint: [
    "Her satıra bir site: https://magaza.example. Dönüş adreslerinin siteleri zaten gösterebilir.",
    "One site a line: https://shop.example. The sites of the return URLs may do so in any case.",
  ],
  originsWrong: [
    (text: string) => `“${text}” bir site değil. Yol ve sonda / olmadan yazın.`,
    (text: string) => `“${text}” is no site. Write it without a path or a final /.`,
  ],
  originsMany: [
    (most: number) => `En çok ${most} site yazılabilir.`,
    (most: number) => `There can be at most ${counted(most, "site")}.`,
  ],
  saved: ["Ayarlar kaydedildi.", "The settings were saved."],
  brandTitle: ["Görünüm", "Look"],
  brandIntro: [
    "Müşterinin ödeme sayfasında gördüğü ad, logo ve renk.",
    "The name, logo and colour that customers see on the payment page.",
  ],
  toBrand: ["Görünümü değiştir", "Change the look"],
  securityTitle: ["Güvenlik", "Security"],
  securityIntro: [
    "Anahtarların yaşı ve tarayıcıların ödeme sayfalarınızda engellediğini bildirdiği istekler.",
    "The age of your keys, and the requests that browsers reported as blocked on your payment pages.",
  ],
  toSecurity: ["Güvenliğe bak", "Look at security"],
  name: ["Görünen ad", "Name shown"],
  nameHint: [
    (plain: string) => `Boş bırakılırsa: ${plain}`,
    (plain: string) => `If left empty: ${plain}`,
  ],
  accent: ["Vurgu rengi", "Accent colour"],
  accentHint: [
    "Düğme ve bağlantıların rengi, #0b5d4e gibi. Boş: Vezne yeşili.",
    "The colour of buttons and links, like #0b5d4e. If left empty: Vezne's green.",
  ],
  accentDark: ["Koyu görünümde vurgu rengi", "Accent colour on dark pages"],
  accentDarkHint: [
    "Boş bırakılırsa okunabilen en yakın renk seçilir.",
    "If left empty, the nearest readable colour is used.",
  ],
  terms: ["Satış sözleşmesinin adresi", "Address of the terms of sale"],
  termsHint: [
    "Ödeme sayfasının altında bağlantı olur.",
    "Becomes a link at the foot of the payment page.",
  ],
  privacy: ["Aydınlatma metninin adresi", "Address of the privacy notice"],
  privacyHint: [
    "KVKK aydınlatma metni; ödeme sayfasının altında ve kart saklama seçeneğinde bağlantı olur.",
    "Becomes a link at the foot of the payment page and beside the choice to save a card.",
  ],
  contact: ["Satıcı bilgileri", "Seller's details"],
  contactHint: [
    "Ticari unvan, adres ve telefon, tek satırda; makbuzda görünür.",
    "Legal name, address and telephone in one line; shown on the receipt.",
  ],
  contactLength: [
    (most: number) => `1 ile ${most} karakter arası olmalı.`,
    (most: number) => `Must be 1 to ${counted(most, "character")}.`,
  ],
  picker: [(field: string) => `${field}: seçici`, (field: string) => `${field}: picker`],
  preview: [(field: string) => `${field}: önizleme`, (field: string) => `${field}: preview`],
  pay: ["Öde", "Pay"],
  logo: ["Logo", "Logo"],
  logoHint: [
    "PNG, JPEG ya da WebP; en çok 256 KB; kenarları 16–2048 piksel.",
    "PNG, JPEG or WebP; 256 KB at most; sides of 16 to 2048 pixels.",
  ],
  removeLogo: ["Logoyu kaldır", "Remove the logo"],
  useNearest: [(colour: string) => `${colour} rengini kullan`, (colour: string) => `Use ${colour}`],
  brandSaved: [
    "Görünüm kaydedildi; sayfalarda bir saniye içinde geçerli.",
    "The look was saved; pages show it within a second.",
  ],
  swatch: ["Renk örneği", "Sample of the colour"],
  previewTitle: ["Müşterinin göreceği sayfa", "The page that customers see"],
  schemes: {
    light: ["Ödeme sayfası, açık görünüm", "Payment page, light"],
    dark: ["Ödeme sayfası, koyu görünüm", "Payment page, dark"],
  },
  previewCard: ["Kartla öde", "Pay by card"],
  previewNumber: ["Kart numarası", "Card number"],
  previewPay: [(amount: string) => `${amount} öde`, (amount: string) => `Pay ${amount}`],
  previewBack: ["Mağazaya dön", "Back to the shop"],
  problems: {
    wrong_length: ["1 ile 80 karakter arası olmalı.", "Must be 1 to 80 characters."],
    hidden_characters: [
      "Görünmeyen ya da yazı yönünü çeviren karakter içeremez.",
      "Must not contain invisible characters or characters that turn the direction of text.",
    ],
    not_a_web_address: [
      "http ya da https ile başlayan bir adres olmalı.",
      "Must be an address that begins with http or https.",
    ],
    not_a_colour: ["#0b5d4e gibi bir renk olmalı.", "Must be a colour like #0b5d4e."],
    without_accent: ["Önce vurgu rengini yazın.", "Give the accent colour first."],
    not_an_image: ["PNG, JPEG ya da WebP değil.", "Is no PNG, JPEG or WebP picture."],
    too_large: ["En çok 256 KB olabilir.", "Must be at most 256 KB."],
    wrong_size: [
      "Kenarları 16 ile 2048 piksel arası olmalı.",
      "Must have sides of 16 to 2048 pixels.",
    ],
  },
  lowContrast: [
    (contrast: string, nearest: string) =>
      `Okunaklı değil: karşıtlığı ${contrast}:1, en az 4,5:1 olmalı. Yeten en yakın renk: ${nearest}`,
    (contrast: string, nearest: string) =>
      `Can't be read: its contrast is ${contrast}:1 and must be 4.5:1. The nearest that will do: ${nearest}`,
  ],
});

import type { Language } from "../../../checkout/session.ts";

const tr = {
  languageName: "Türkçe",
  languages: "Dil",
  tagline: "Vezne’yi denemek için küçük bir dükkân. Gerçek para çekilmez.",
  docs: "Belgeler",
  goods: "Ürünler",
  quantity: (name: string) => `Adet: ${name}`,
  basket: "Sepetiniz",
  total: "Toplam",
  update: "Sepeti güncelle",
  pay: "Ödemeye geç",
  payHere: "Bu sayfada öde",
  embedded: {
    title: "Gömülü ödeme",
    text: "Bu form Vezne’nin sayfasıdır; mağaza yalnızca bir komut dosyası yükledi.",
    link: "Ödeme sayfasını aç",
    told: "Mağazaya bildirilen",
    none: "Henüz bir şey yok.",
    toldHint: "Bu bildirime değil, webhook’a ya da durum sorgusuna güvenin.",
    steps: "Bu sayfanın kodu",
    server: "1. Sunucuda oturum açın",
    page: "2. Sayfaya kutuyu ve komut dosyasını koyun",
    policy: "3. İçerik ilkeniz varsa iki satır ekleyin",
    copy: "Kopyala",
    copied: "Kopyalandı",
    back: "Sepete dön",
  },
  tryCard: "Deneme kartı:",
  payHint: "Kart bilgilerinizi bir sonraki sayfada gireceksiniz.",
  empty: "Sepetiniz boş. En az bir ürün ekleyin.",
  unreachable: "Ödeme servisi oturum açmadı:",
  cards: "Test kartları",
  cardsHint:
    "Son kullanma tarihi gelecekteki herhangi bir ay, güvenlik kodu herhangi 3 hane (Amex: 4). " +
    "Bankanın sayfası tek kullanımlık kodu gösterir.",
  card: "Kart",
  result: "Sonuç",
  calls: "Sunucudan sunucuya: aynı sepet, curl ile",
  callsHint:
    "Ödeme düğmesi birinci isteği gönderir ve müşteriyi checkout_url adresine yönlendirir. " +
    "Anahtar ilk açılışta konsola yazılır.",
  returned: {
    successTitle: "Siparişiniz alındı",
    failTitle: "Sipariş ödenmedi",
    successText: "Teşekkürler! Mağaza ödemeyi imzadan ve durum sorgusundan doğruladı.",
    failText: "Sepetiniz duruyor; yeniden deneyebilirsiniz.",
    forgedTitle: "Bu dönüş doğrulanamadı",
    forgedText:
      "İmza adrese uymuyor: mağaza bu sayfaya bakarak hiçbir siparişi ödenmiş ya da ödenmemiş " +
      "saymaz.",
    status: "Ödeme durumu",
    statusHint: "GET /api/v1/payment/status",
    unknown: "öğrenilemedi",
    signature: "İmza",
    valid: "geçerli",
    invalid: "geçersiz",
    parameters: "Dönüş adresindeki parametreler",
    name: "Ad",
    value: "Değer",
    again: "Mağazaya dön",
  },
};

type Words = typeof tr;

const en: Words = {
  languageName: "English",
  languages: "Language",
  tagline: "A small shop to try Vezne with. No real money is taken.",
  docs: "Documentation",
  goods: "Goods",
  quantity: (name) => `Quantity: ${name}`,
  basket: "Your basket",
  total: "Total",
  update: "Update basket",
  pay: "Go to payment",
  payHere: "Pay on this page",
  embedded: {
    title: "Embedded checkout",
    text: "This form is Vezne’s own page; the shop only loaded a script.",
    link: "Open the payment page",
    told: "What the shop was told",
    none: "Nothing yet.",
    toldHint: "Do not trust this, but the webhook or the status query.",
    steps: "The code of this page",
    server: "1. Open a session on the server",
    page: "2. Put the box and the script into the page",
    policy: "3. If you have a content policy, add two lines",
    copy: "Copy",
    copied: "Copied",
    back: "Back to the basket",
  },
  tryCard: "Test card:",
  payHint: "You will enter your card on the next page.",
  empty: "Your basket is empty. Add at least one item.",
  unreachable: "The payment service opened no session:",
  cards: "Test cards",
  cardsHint:
    "Any future month as expiry, any 3 digits as security code (Amex: 4). The bank’s page shows" +
    " the one-time code.",
  card: "Card",
  result: "Result",
  calls: "Server to server: the same basket, with curl",
  callsHint:
    "The pay button sends the first request and redirects the customer to checkout_url. The key" +
    " is printed to the console at the first start.",
  returned: {
    successTitle: "Your order is placed",
    failTitle: "The order was not paid",
    successText: "Thank you! The shop verified the payment by its signature and a status query.",
    failText: "Your basket is still here; you can try again.",
    forgedTitle: "This return could not be verified",
    forgedText:
      "The signature does not match the address: the shop takes no order as paid or unpaid from" +
      " this page.",
    status: "Payment status",
    statusHint: "GET /api/v1/payment/status",
    unknown: "could not be read",
    signature: "Signature",
    valid: "valid",
    invalid: "not valid",
    parameters: "Parameters of the return address",
    name: "Name",
    value: "Value",
    again: "Back to the shop",
  },
};

/** Everything that the demo shop says. */
export const WORDS: Readonly<Record<Language, Words>> = { tr, en };

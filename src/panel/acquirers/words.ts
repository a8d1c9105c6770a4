import { catalogue } from "../../page/kit/catalogue.ts";

export const acquirerWords = catalogue({
  title: ["Banka bağlantıları", "Bank connections"],
  intro: [
    "Her bağlantı, bir bankadaki sanal POS'unuzdur. Kart ödemeleri etkin bağlantılara gider.",
    "Each connection is your virtual POS at a bank. Card payments go to active connections.",
  ],
  noneTest: [
    "Açık bağlantı yok. Test ödemeleri Vezne'nin test bankasına gider.",
    "No active connection. Test payments go to Vezne's test bank.",
  ],
  noneLive: [
    "Açık bağlantı yok. Canlı kart ödemesi alınamaz.",
    "No active connection. No live card payment can be taken.",
  ],
  add: ["Banka bağla", "Connect a bank"],
  addTo: [
    (protocol: string) => `${protocol} ile bağla`,
    (protocol: string) => `Connect by ${protocol}`,
  ],
  choose: ["Hangi banka?", "Which bank?"],
  chooseHint: [
    "Banka listede yoksa sanal POS'u bu sürümle kullanılamaz.",
    "This release can't use the virtual POS of a bank that is not listed.",
  ],
  noProtocols: ["Bu sürümde banka protokolü yok.", "This release has no bank protocol."],
  name: ["Ad", "Name"],
  nameHint: [
    "Bu bağlantıyı ayırt etmenize yarar, örneğin: İş Bankası ana POS",
    "Tells this connection from others, for example: İş Bankası main POS",
  ],
  bank: ["Banka", "Bank"],
  terminal: ["Terminal", "Terminal"],
  state: ["Durum", "State"],
  states: {
    active: ["Etkin", "Active"],
    disabled: ["Kapalı", "Disabled"],
    retired: ["Sonlandırıldı", "Retired"],
  },
  health: ["Sağlık", "Health"],
  healths: {
    untried: ["Denenmedi", "Untried"],
    closed: ["Yanıt veriyor", "Answers"],
    open: ["Son çağrılarda hata verdi", "Failed lately"],
    half_open: ["Yeniden denenecek", "Will be tried again"],
  },
  lastCheck: ["Son deneme", "Last test"],
  notAsked: ["Denenmedi", "Not tested"],
  checks: {
    ready: ["Banka bilgileri kabul etti", "The bank accepted the credentials"],
    refused: ["Banka reddetti", "The bank refused"],
    unknown: ["Yanıt yok", "No answer"],
  },
  storeKey: ["Mağaza anahtarı", "Store key"],
  keys: {
    proved: ["Kanıtlandı", "Proved"],
    unproved: ["Kanıtlanmadı", "Store key unproved"],
    doubted: ["İmzası tutmayan dönüş geldi", "A return with another signature came"],
    refused: ["Banka imzamızı reddetti", "The bank refused our signature"],
    not_signed: ["Banka dönüşleri imzalamıyor; gerekmez", "Not needed: no signed returns"],
  },
  keyHint: [
    "Bankanın imzaladığı ilk 3-D Secure dönüşü anahtarı kanıtlar: kendi kartınızla 1,00 TL ödeyin, " +
      "sonra iade edin. O zamana kadar bağlantı ödeme almaya devam eder.",
    "The first 3-D Secure return that the bank signs proves the key: pay 1.00 TRY with your own " +
      "card and refund it. Until then the connection takes payments all the same.",
  ],
  keyGuide: ["3-D Secure çalışmıyor", "3-D Secure doesn't work"],
  connection: ["Bağlantı", "Connection"],
  threeDSecure: ["3-D Secure ile ödeme", "3-D Secure"],
  contract: ["Taksit ve para birimi", "Installments and currencies"],
  limits: ["Sınırlar ve süre", "Limits and dates"],
  credentials: ["Banka bilgileri", "Credentials"],
  credentialsHint: [
    "Gizli bilgiler şifreli saklanır ve bir daha gösterilmez.",
    "Secrets are stored encrypted and never shown again.",
  ],
  keepCredentials: [
    "Değiştirmek istemiyorsanız bilgilerin tümünü boş bırakın.",
    "Leave all of them empty to keep those that are stored.",
  ],
  hosts: ["Bağlanılacak adres", "Address to call"],
  hostNames: {
    bank: ["Bankanın sistemi", "The bank's system"],
    simulated_bank: ["Vezne'nin test bankası", "Vezne's test bank"],
  },
  model: ["3-D Secure modeli", "3-D Secure model"],
  md: ["Tam doğrulanmamış kartlar", "Cards that were not fully authenticated"],
  mdHint: [
    "mdStatus 1 her zaman kabul edilir. Diğerlerinde kart sahibi tam doğrulanmaz: " +
      "sahtecilikte zarar size kalabilir.",
    "mdStatus 1 is always accepted. With the others the cardholder is not fully " +
      "authenticated, and you may bear the loss of a fraud.",
  ],
  mdBox: [
    (value: string) => `mdStatus ${value} de kabul edilsin`,
    (value: string) => `Accept mdStatus ${value} too`,
  ],
  withoutThreeDSecure: ["3-D Secure olmadan satış", "Sales without 3-D Secure"],
  mailOrderName: ["Posta veya telefon siparişi (MOTO)", "Mail or telephone order (MOTO)"],
  mailOrder: [
    "Posta veya telefon siparişi (MOTO) olarak bildir",
    "Mark as mail or telephone order (MOTO)",
  ],
  mailOrderHint: [
    "Yalnızca bankadaki sözleşmeniz bu satışları posta veya telefon siparişi olarak istiyorsa seçin.",
    "Choose it only if your contract with the bank asks for these sales as mail or telephone order.",
  ],
  mdWarning: [
    (values: string) =>
      `mdStatus ${values} kabul ediliyor; bu ödemelerde sahtecilik zararı size kalabilir.`,
    (values: string) =>
      `mdStatus ${values} is accepted; you may bear the loss of a fraud in these payments.`,
  ],
  counts: ["Taksit sayıları", "Installment counts"],
  countsHint: [
    "Sözleşmedeki taksitler, örneğin: 2, 3, 6. Taksit yoksa boş bırakın.",
    "Those of your contract, for example: 2, 3, 6. Leave it empty without installments.",
  ],
  programs: ["Taksit yapılan kart programları", "Card programs with installments"],
  currencies: ["Para birimleri", "Currencies"],
  holdDays: ["Ön provizyon süresi (gün)", "Days of a hold"],
  holdDaysHint: [
    "Sözleşmenize göre tutarın blokede kaldığı gün sayısı, 1 ile 30 arası. Boşsa bankanın ve " +
      "kart kuruluşunun bilinen süresi kullanılır.",
    "The days for which your contract holds an amount, from 1 to 30. If left empty: those that " +
      "are known of the bank and the card scheme.",
  ],
  holdDaysKnown: [
    "Bankanın ve kart kuruluşunun bilinen süresi",
    "As known of the bank and the card scheme",
  ],
  amountMin: ["En düşük tutar", "Smallest amount"],
  amountMax: ["En yüksek tutar", "Largest amount"],
  amountHint: ["Boşsa sınır yoktur.", "No limit if empty."],
  amountWrong: ["Tutarı şöyle yazın: 1250,50", "Write the amount as 1250.50"],
  weight: ["Ağırlık", "Weight"],
  weightHint: [
    "Eşit koşullu bağlantılar arasındaki pay, 0 ile 1000 arasında.",
    "The share among connections that are otherwise equal, from 0 to 1000.",
  ],
  activeFrom: ["İlk gün", "First day"],
  activeUntil: ["Kapanacağı gün", "Day on which it ends"],
  dateHint: [
    "Gün, Türkiye saatiyle 00:00'da başlar. Boşsa sınır yoktur.",
    "A day begins at 00:00 in Turkey. No limit if empty.",
  ],
  save: ["Kaydet", "Save"],
  settings: ["Ayarları değiştir", "Change settings"],
  saveAnyway: ["Yine de kaydet", "Save anyway"],
  added: {
    ready: [
      "Banka bilgileri kabul etti. Bağlantı etkin.",
      "The bank accepted the credentials. The connection is active.",
    ],
    refused: [
      "Bağlantı kaydedildi ve kapalı: banka bilgileri kabul etmedi. Bilgileri düzeltin ya da " +
        "bağlantıyı yine de açın.",
      "The connection was stored and is disabled: the bank did not accept the credentials. " +
        "Correct them, or enable it anyway.",
    ],
    unknown: [
      "Bağlantı kaydedildi ve kapalı: bankadan anlaşılır yanıt gelmedi. Yeniden sorun ya da " +
        "bağlantıyı yine de açın.",
      "The connection was stored and is disabled: the bank gave no clear answer. " +
        "Ask again, or enable it anyway.",
    ],
  },
  saved: ["Bağlantı kaydedildi.", "The connection was saved."],
  fix: [
    "İşaretli alanları düzeltin. Gizli bilgileri yeniden yazın.",
    "Correct the marked fields. Enter the secrets again.",
  ],
  checklist: ["Bankada gerekenler", "Needed at the bank"],
  conditions: {
    missing: ["Eksik: banka bunu bildirdi", "Missing: the bank says so"],
    no_objection: ["Banka sorun bildirmedi", "The bank named no problem"],
    not_told: ["Bilinmiyor", "Not known"],
    proved: ["İmzalı bir dönüşle kanıtlandı", "Proved by a signed return"],
    unproved: ["Henüz kanıtlanmadı", "Not proved yet"],
    doubted: ["İmzası tutmayan dönüş geldi", "A return with another signature came"],
  },
  test: ["Bankaya sor", "Ask the bank"],
  testHint: ["Para hareketi olmayan bir soru gönderilir.", "Sends a question that moves no money."],
  tested: {
    ready: ["Banka bilgileri kabul etti.", "The bank accepted the credentials."],
    refused: ["Banka reddetti.", "The bank refused."],
    unknown: ["Bankadan anlaşılır yanıt gelmedi.", "The bank gave no clear answer."],
  },
  disable: ["Kapat", "Disable"],
  disableHint: [
    "Yeni ödeme almaz; iade ve sorgular sürer.",
    "It takes no new payments; refunds and inquiries go on.",
  ],
  enable: ["Aç", "Enable"],
  enableHint: ["Yönlendirmeye göre yeni ödemeleri alır.", "It takes new payments by the routing."],
  enableAnyway: ["Yine de aç", "Enable anyway"],
  enableAnywayHint: [
    "Banka bu bilgileri kabul etmedi. Açarsanız yeni ödemeler buraya gider ve başarısız olabilir.",
    "The bank has not accepted these credentials. New payments would go here and may fail.",
  ],
  retire: ["Sonlandır", "Retire"],
  retireEffect: ["Bağlantı bir daha ödeme almaz.", "The connection never takes a payment again."],
  retireHint: [
    "Geri alınamaz. Eski ödemelerin iadeleri ve sorguları sürer.",
    "This can't be undone. Refunds and inquiries of earlier payments go on.",
  ],
  moved: ["Bağlantının durumu değişti.", "The state of the connection was changed."],
  isRetired: [
    "Bağlantı sonlandırılmış; değiştirilemez.",
    "The connection is retired and can't be changed.",
  ],
  routing: ["Yönlendirme", "Routing"],
  routingIntro: [
    "Kurallar yukarıdan aşağıya okunur. Kalan bağlantılar önce komisyona, sonra ağırlığa " +
      "göre sıralanır; yanıt vermeyenler sona kalır.",
    "Rules are read from top to bottom. The other connections follow by commission, then by " +
      "weight; those that don't answer come last.",
  ],
  ownersOnly: ["Bağlantıları hesap sahibi değiştirir.", "Owners change connections."],
});

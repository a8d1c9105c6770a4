import type { CardFieldError } from "../../../card/typed-card.ts";
import type { DeclineReason } from "../../../payment/decline.ts";
import type { SandboxOutcome } from "../sandbox-card.ts";
import { trCard } from "./tr-card.ts";
import { trMethods } from "./tr-methods.ts";

/** Everything that the checkout pages say in Turkish; its type is what the other languages fill. */
export const tr = {
  ...trMethods,
  ...trCard,
  page: {
    payment: "Ödeme",
    secure: "Güvenli ödeme",
    skip: "Ödemeye geç",
    languages: "Dil",
    languageName: "Türkçe",
    errorPrefix: "Hata",
    footer:
      "Güvenlik kodunuz hiçbir yerde saklanmaz. Kart ödemelerini bankanız 3-D Secure ile onaylar.",
    terms: (shop: string) => `${shop} satış koşulları (yeni sekmede açılır)`,
    poweredBy: "Ödeme altyapısı: Vezne",
    backToShop: (host: string) => `Mağazaya dön (${host})`,
    leaveHint: "Dönerseniz bu ödeme sayfası kapanır.",
  },
  order: {
    summary: "Sipariş özeti",
    items: (count: number) => `${count} ürün`,
    unnamedItem: "Ürün",
    moreItems: (count: number) => `ve ${count} ürün daha`,
    quantity: (count: number) => `${count} adet`,
    total: "Toplam",
    deadline: "Son ödeme saati:",
  },
  card: {
    accepted: "Geçerli kartlar",
    number: "Kart numarası",
    expiry: "Son kullanma tarihi",
    expiryHint: "Ay / yıl",
    expiryExample: "AA / YY",
    cvc: "Güvenlik kodu",
    cvcHint: "3 hane (Amex: 4)",
    name: "Kart üzerindeki ad",
    pay: (amount: string) => `${amount} öde`,
    payChosen: "Öde",
    bankStep: "Ödemeyi bankanızın sayfasında onaylayacaksınız.",
    busy: "Ödeme alınıyor…",
    slow: "Bankanız yanıt veriyor, sayfayı kapatmayın.",
    brandFound: (brand: string) => `Kart: ${brand}`,
    problem: "Bilgileri kontrol edin",
  },
  fieldErrors: {
    number_missing: "Kart numarasını girin.",
    number_wrong: "Kart numarasında bir hane eksik veya yanlış.",
    expiry_missing: "Son kullanma tarihini ay / yıl olarak girin, örneğin 09/28.",
    expiry_past: "Bu kartın süresi dolmuş.",
    cvc_3: "Kartın arkasındaki 3 haneli güvenlik kodunu girin.",
    cvc_4: "Kartın önündeki 4 haneli güvenlik kodunu girin.",
    name_missing: "Kartın üzerindeki adı girin.",
    name_wrong: "Adı kartın üzerinde yazdığı gibi girin.",
  } satisfies Record<CardFieldError, string>,
  decline: {
    title: "Ödeme alınamadı",
    cancelledTitle: "Ödeme tamamlanmadı",
    retry: "Yeniden deneyebilir ya da başka bir kart kullanabilirsiniz.",
    retryAnyWay: "Yeniden deneyebilir ya da başka bir ödeme yöntemi seçebilirsiniz.",
    reasons: {
      insufficient_balance: "Kartınızın bakiyesi ya da limiti yetersiz. Para çekilmedi.",
      card_blocked:
        "Bankanız bu kartla ödemeye izin vermedi. Para çekilmedi. Kartın arkasındaki numaradan " +
        "bankanızı arayın.",
      invalid_card_number: "Kart numarası hatalı. Kartınızdaki numarayla karşılaştırın.",
      do_not_honour: "Bankanız ödemeyi onaylamadı. Para çekilmedi.",
      expired_card:
        "Bankanız ödemeyi onaylamadı. Para çekilmedi. Kartın son kullanma tarihini kontrol edin.",
      invalid_cvc: "Bankanız ödemeyi onaylamadı. Para çekilmedi. Güvenlik kodunu kontrol edin.",
      suspected_fraud: "Bankanız ödemeyi onaylamadı. Para çekilmedi.",
      three_d_secure_failed: "Doğrulama tamamlanmadı. Para çekilmedi.",
      three_d_secure_unavailable: "Doğrulama tamamlanmadı. Para çekilmedi. Başka bir kart deneyin.",
      three_d_secure_timeout:
        "Doğrulama tamamlanmadı. Para çekilmedi. Bankanızın tanıdığı süre doldu.",
      cancelled_by_customer: "Doğrulamadan vazgeçtiniz.",
      authentication_failed: "Doğrulama tamamlanmadı. Para çekilmedi.",
      payment_timeout: "Ödeme süresi içinde onaylanmadı. Para çekilmedi.",
      transfer_not_received: "Havale süresi içinde gelmedi.",
      bank_unreachable: "Bankaya ulaşılamadı. Para çekilmedi.",
      general_error: "Bankanız ödemeyi onaylamadı. Para çekilmedi.",
    } satisfies Record<DeclineReason, string>,
  },
  refusal: {
    noAcquirer: "Bu mağaza şu anda kart kabul edemiyor. Para çekilmedi.",
  },
  challenge: {
    title: "Bankanızın doğrulaması bekleniyor",
    text: "Ödemeyi tamamlamak için bankanızın sayfasındaki doğrulamayı bitirin.",
    elsewhere:
      "Bu ödeme başka bir pencerede sürüyorsa orada devam edin; sonuç burada da görünecek.",
    proceed: "Bankanızda devam edin",
    giveUp: "Vazgeç ve başka bir yolla öde",
  },
  waiting: {
    title: "Bankanızdan yanıt bekliyoruz",
    text: "Yeniden ödemeyin; sonuç burada görünecek.",
    refresh: "Yenile",
  },
  bank: {
    title: "Bankanıza gidiyorsunuz",
    text: "Ödemeyi bankanızın 3-D Secure sayfasında onaylayacaksınız.",
    proceed: "Devam",
  },
  paid: {
    title: "Ödemeniz alındı",
    refundedTitle: "Ödemeniz iade edildi",
    merchant: "Mağaza",
    order: "Sipariş no",
    amount: "Tutar",
    refunded: "İade edilen",
    installments: "Taksit",
    installmentCount: (count: number) => `${count} taksit`,
    card: "Kart",
    time: "Tarih",
    continueText: "Birkaç saniye içinde mağazaya döneceksiniz.",
    stay: "Bu sayfada kal",
    print: "Yazdır",
  },
  voided: {
    title: "Ödeme iptal edildi",
    text: "Mağaza bu ödemeyi iptal etti. Kartınızda ayrılan tutar serbest bırakıldı.",
  },
  left: {
    title: "Ödemeden ayrıldınız",
    text: "Bu ödeme sayfası kapandı. Para çekilmedi. Ödemek için mağazada yeniden başlayın.",
    afterTransfer:
      "Bu ödeme sayfası kapandı. Havale gönderdiyseniz mağazaya haber verin. " +
      "Ödemek için mağazada yeniden başlayın.",
  },
  expired: {
    title: "Ödeme süresi doldu",
    text: (time: string) => `Bu ödeme sayfasının süresi doldu (${time}). Para çekilmedi.`,
    afterTransfer: (time: string) =>
      `Bu ödeme sayfasının süresi doldu (${time}). Havale gönderdiyseniz mağazaya haber verin.`,
  },
  notices: {
    minutesLeft: (minutes: number) => `Ödeme için ${minutes} dakika kaldı.`,
    offline: "İnternet bağlantınız yok. Yazdıklarınız duruyor.",
  },
  problem: {
    unknownTitle: "Ödeme sayfası bulunamadı",
    unknownText: "Bağlantı eksik ya da hatalı olabilir. Mağazaya dönüp ödemeyi yeniden başlatın.",
    forgedTitle: "Bankadan gelen yanıt doğrulanamadı",
    forgedText:
      "Bu adres bankanızın imzasını taşımıyor; ödemede hiçbir değişiklik yapılmadı. Ödeme " +
      "sayfanızı yeniden açın.",
    badTitle: "İstek anlaşılamadı",
    badText: "Ödeme sayfanıza dönüp yeniden deneyin.",
    busyTitle: "Çok sayıda deneme yapıldı",
    busyText: (seconds: number) => `${seconds} saniye sonra yeniden deneyin.`,
    crowdedTitle: "Şu anda çok yoğunuz",
    crowdedText: (seconds: number) =>
      `Bu istekle ödeme alınmadı. ${seconds} saniye sonra yeniden deneyin.`,
    failedTitle: "Beklenmedik bir sorun oluştu",
    failedText: "Yeniden ödemeden önce ödeme sayfasını açın: ödemenizin durumu orada görünür.",
    open: "Ödeme sayfasını aç",
  },
  framed: {
    bankTitle: "Bankanızın doğrulaması",
    wholePage: "Tam sayfada aç",
    returnedTitle: "Bankanızın sayfası tamamlandı",
    returnedText: "Mağazanın sayfasına dönebilirsiniz; sonuç orada görünüyor.",
    open: "Ödemenin sonucunu göster",
  },
  sandbox: {
    banner: "Test ortamı: gerçek para çekilmez",
    cards: "Test kartları",
    help:
      "Son kullanma tarihi gelecekteki herhangi bir ay, güvenlik kodu herhangi 3 hane (Amex: " +
      "4).",
    debit: "banka kartı",
    fill: "Doldur",
    filled: "Kart bilgileri dolduruldu.",
    outcomes: {
      approved: "onaylanır",
      insufficient_balance: "bakiye yetersiz (−2)",
      do_not_honour: "banka onaylamaz (−1)",
      lost_card: "kart kapalı (−3)",
      stolen_card: "kart kapalı (−3)",
      pick_up_card: "kart kapalı (−3)",
      expired_card: "süresi dolmuş kart (−1)",
      wrong_cvc: "güvenlik kodu hatalı (−1)",
      fraud_suspect: "banka onaylamaz (−1)",
      general_error: "genel hata (−1)",
      authentication_fails: "3-D Secure doğrulanmaz (mdStatus 0)",
      authentication_attempted: "3-D Secure doğrulanmaz (mdStatus 4)",
      enrolment_fails: "3-D Secure başlatılamaz",
      refund_and_void_fail: "onaylanır; iade ve iptal edilemez",
      answer_lost: "onaylanır, yanıt gelmez; sorguyla sonuçlanır",
      slow: "5 saniye sonra onaylanır",
    } satisfies Record<SandboxOutcome, string>,
  },
};

/** The shape of a catalogue: a language with a text too few, or one too many, does not compile. */
export type Messages = typeof tr;

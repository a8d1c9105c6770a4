import type { CardBehaviour } from "../../kernel/card-behaviour.ts";
import { trCard } from "./tr-card.ts";
import { trInstallments } from "./tr-installments.ts";
import { trMethods } from "./tr-methods.ts";

/** All Turkish texts of the checkout pages; the other languages have the same type. */
export const tr = {
  ...trMethods,
  ...trCard,
  ...trInstallments,
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
    privacy: (shop: string) => `${shop} KVKK aydınlatma metni (yeni sekmede açılır)`,
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
    payment: "Ödeme no",
    amount: "Tutar",
    price: "Sipariş tutarı",
    surcharge: "Vade farkı",
    contact: "Mağaza bilgileri",
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
    remaining: (time: string) => `${time} kaldı`,
    emptiedTitle: "Kart numarasını yeniden yazın",
    emptied:
      "Dil değişirken kart numarası, güvenlik kodu ve kart saklama izni güvenliğiniz için taşınmadı.",
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
    test: "Test ortamı: gerçek para çekilmez",
    rehearsal: "Canlı ortamın provası: gerçek para çekilmez",
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
    } satisfies Record<CardBehaviour, string>,
  },
};

/** The type of a catalogue: a missing or superfluous text does not compile. */
export type Messages = typeof tr;

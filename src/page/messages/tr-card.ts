import type { CardFieldError } from "../../domain/card/typed-card.ts";
import type { DeclineReason } from "../../domain/payment/decline.ts";

/** The Turkish texts for paying by card, for stored cards and for declines. */
export const trCard = {
  card: {
    accepted: "Geçerli kartlar",
    number: "Kart numarası",
    expiry: "Son kullanma tarihi",
    expiryHint: "Ay / yıl",
    expiryExample: "AA / YY",
    cvc: "Güvenlik kodu",
    cvcHint: "3 hane (Amex: 4)",
    cvcBack: "Arkada, 3 hane",
    cvcFront: "Önde, 4 hane",
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
    number_test: "Bu bir test kartı. Kendi kartınızı kullanın.",
    expiry_missing: "Son kullanma tarihini ay / yıl olarak girin, örneğin 09/28.",
    expiry_past: "Bu kartın süresi dolmuş.",
    cvc_3: "Kartın arkasındaki 3 haneli güvenlik kodunu girin.",
    cvc_4: "Kartın önündeki 4 haneli güvenlik kodunu girin.",
    name_missing: "Kartın üzerindeki adı girin.",
    name_wrong: "Adı kartın üzerinde yazdığı gibi girin.",
  } satisfies Record<CardFieldError, string>,
  storedCards: {
    title: "Hangi kartla ödeyeceksiniz?",
    other: "Başka bir kart",
    cvc: "Güvenlik kodu (isteğe bağlı)",
    codeBack: "Kartın arkasındaki 3 hane",
    codeFront: "Kartın önündeki 4 hane",
    save: "Kartımın bu mağazada sonraki ödemelerim için saklanmasına izin veriyorum",
    saveHint:
      "İsteğe bağlıdır. Numara şifreli saklanır, güvenlik kodu hiç saklanmaz; kartınızı mağazadan " +
      "sildirebilirsiniz.",
    privacy: "Aydınlatma metni (yeni sekmede açılır)",
    resting:
      "Kayıtlı kartlar şu anda kullanılamıyor. Kart bilgilerinizi girin ya da biraz sonra yeniden " +
      "deneyin. Para çekilmedi.",
    gone: "Bu kayıtlı kart artık kullanılamıyor. Başka bir kart seçin.",
  },
  decline: {
    title: "Ödeme alınamadı",
    cancelledTitle: "Ödeme tamamlanmadı",
    retry: "Yeniden deneyebilir ya da başka bir kart kullanabilirsiniz.",
    retryElsewhere:
      "Kartınızı yeniden girebilirsiniz: ödeme bu kez mağazanın başka bir bankasından istenir ve " +
      "kartınızın doğrulaması yeniden yapılır.",
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
};

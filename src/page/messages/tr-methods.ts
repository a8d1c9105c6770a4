/** The Turkish texts of the payment methods without a card. */
export const trMethods = {
  methods: {
    title: "Ödeme yöntemi",
    none: "Bu mağaza şu anda ödeme kabul edemiyor.",
    names: {
      card: "Kartla öde",
      bank_transfer: "Banka havalesi",
      wallet: "Dijital cüzdan",
      shopping_credit: "Alışveriş kredisi",
      papel: "Papel",
    },
    hints: {
      card: "Banka kartı ya da kredi kartı",
      bank_transfer: "EFT, FAST ya da havale",
      wallet: "Cüzdan uygulamanızla",
      shopping_credit: "Bankadan anında kredi",
      papel: "Papel hesabınızla",
    },
    refused: "Bu yöntemle ödeme başlatılamadı. Başka bir yöntem seçin.",
  },
  transfer: {
    text:
      "Size bir IBAN ve bir açıklama kodu vereceğiz. Tutarı bankanızdan gönderirsiniz; hesaba " +
      "ulaştığında siparişiniz otomatik olarak onaylanır.",
    days: (days: number) => `Göndermek için ${days} gününüz var.`,
    bank: "Hangi bankaya göndereceksiniz?",
    submit: "Havale bilgilerini göster",
    title: "Havaleniz bekleniyor",
    lead: "Ödemeyi tamamlamak için bu adımları izleyin.",
    steps: {
      start: "Bankanızın uygulamasında ya da şubesinde yeni bir para transferi başlatın.",
      send: "Tutarın tamamını bu hesaba gönderin.",
      code: "Açıklama alanına yalnızca bu kodu yazın.",
    },
    bankName: "Banka",
    holder: "Alıcı",
    iban: "IBAN",
    amount: "Tutar",
    reference: "Açıklama kodu",
    warning:
      "Kod eksik ya da yanlışsa veya tutar farklıysa ödemeniz otomatik olarak eşleşmez, onay " +
      "gecikir.",
    deadline: (moment: string) => `Para en geç ${moment} itibarıyla hesaba ulaşmalıdır.`,
    live: "Havale ulaştığında bu sayfa otomatik olarak yenilenir. Sayfayı kapatabilirsiniz.",
    liveOnRefresh: "Havalenizin ulaşıp ulaşmadığını görmek için sayfayı yenileyin.",
    copy: "Kopyala",
    copyOf: (what: string) => `Kopyala: ${what}`,
    copied: (what: string) => `${what} kopyalandı.`,
    print: "Bilgileri yazdır",
    refresh: "Durumu yenile",
    giveUp: "Havaleyi iptal et",
    giveUpText:
      "Parayı gönderdiyseniz vazgeçmeyin: sonradan gelen para siparişinizi onaylamaz, mağazanın " +
      "elle iade etmesi gerekir.",
    giveUpSubmit: "Göndermedim, başka bir yolla öde",
  },
  wallet: {
    text: "Cüzdanınızı seçin; ödemeyi onun sayfasında onaylayacaksınız.",
    submit: (name: string) => `${name} ile öde`,
  },
  credit: {
    text: "Başvuruyu bankanın sayfasında yapar, sonucu orada ya da burada öğrenirsiniz.",
    bank: "Kredi verecek banka",
    most: (count: number) => `en çok ${count} ay`,
    count: "Vade",
    months: (count: number) => `${count} ay`,
    submit: "Kredi başvurusuna git",
    decides: "Faizi, aylık taksiti ve toplam tutarı banka belirler; onaylamadan önce görürsünüz.",
    tooLong: (count: number) => `Bu banka en çok ${count} ay vade veriyor. Vadeyi değiştirin.`,
  },
  papel: {
    text: "Ödemeyi Papel sayfasında, Papel hesabınızla onaylayacaksınız.",
    submit: "Papel ile öde",
  },
  approvals: {
    wallet: {
      title: "Cüzdanınızdan onay bekleniyor",
      text: "Ödemeyi tamamlamak için cüzdanınızın sayfasında onay verin.",
      proceed: "Cüzdan sayfasına git",
      leave: "Cüzdanınıza gidiyorsunuz",
    },
    shopping_credit: {
      title: "Kredi başvurunuz bekleniyor",
      text: "Ödemeyi tamamlamak için bankanın sayfasındaki başvuruyu bitirin.",
      proceed: "Başvuruya git",
      leave: "Kredi başvurusuna gidiyorsunuz",
    },
    papel: {
      title: "Papel onayınız bekleniyor",
      text: "Ödemeyi tamamlamak için Papel sayfasında onay verin.",
      proceed: "Papel sayfasına git",
      leave: "Papel sayfasına gidiyorsunuz",
    },
  },
  decision: {
    title: "Kredi başvurunuz değerlendiriliyor",
    text:
      "Banka birkaç dakika içinde karar verir. Yeniden başvurmayın; sonuç burada görünecek. " +
      "Sayfayı kapatırsanız bu adresten geri dönebilirsiniz.",
  },
  otherDeclines: {
    general_error: "Ödeme onaylanmadı. Para çekilmedi.",
    cancelled_by_customer: "Ödemeden vazgeçtiniz.",
    do_not_honour: "Ödeme onaylanmadı. Para çekilmedi.",
    insufficient_balance: "Bakiyeniz ya da limitiniz yetersiz. Para çekilmedi.",
    authentication_failed: "Kod doğrulanamadı. Para çekilmedi.",
    creditRefused: "Banka kredi başvurusunu onaylamadı. Para çekilmedi.",
    creditCancelled: "Kredi başvurusundan vazgeçtiniz.",
    transferCancelled: "Havaleden vazgeçtiniz. Parayı gönderdiyseniz mağazaya haber verin.",
  },
};

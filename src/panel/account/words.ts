import { catalogue } from "../../page/kit/catalogue.ts";

export const accountWords = catalogue({
  title: ["Hesabım", "My account"],
  email: ["E-posta", "E-mail"],
  role: ["Rol", "Role"],
  since: ["Oluşturuldu", "Created"],
  secondFactor: ["İki adımlı doğrulama", "Two-step verification"],
  secondFactorOn: [
    (day: string) => `Açık, ${day} tarihinden beri.`,
    (day: string) => `On since ${day}.`,
  ],
  secondFactorOff: [
    "Kapalı. Canlı ortam, ayarlar ve kullanıcılar için gereklidir.",
    "Off. Live mode, settings and users need it.",
  ],
  recoveryLeft: [
    (count: number) => `${count} kurtarma kodu kaldı.`,
    (count: number) => `${count} recovery codes left.`,
  ],
  setUp: ["Kur", "Set up"],
  manage: ["Yönet", "Manage"],
  password: ["Parola değiştir", "Change password"],
  current: ["Şimdiki parola", "Current password"],
  next: ["Yeni parola", "New password"],
  change: ["Parolayı değiştir", "Change the password"],
  passwordChanged: [
    "Parola değişti; öteki oturumlar kapandı.",
    "The password was changed; the other sessions have ended.",
  ],
  ownPasswordTitle: ["Kendi parolanızı seçin", "Choose your own password"],
  ownPasswordIntro: [
    "Şimdiki parolanızı başkası oluşturdu. Yalnız sizin bildiğiniz bir parola seçin.",
    "Another person created your present password. Choose one that only you know.",
  ],
  wrongPassword: ["Şimdiki parola yanlış.", "The current password is wrong."],
  sessions: ["Oturumlar", "Sessions"],
  sessionsHint: [
    "15 dakika kullanılmayan ya da 12 saati dolan oturum kapanır; kimlik sağlayıcıyla açılan oturum 1 saat sürer.",
    "A session ends after 15 minutes without use, and after 12 hours at most; one that the " +
      "identity provider opened, after 1 hour.",
  ],
  browser: ["Tarayıcı", "Browser"],
  address: ["Adres", "Address"],
  seen: ["Son kullanım", "Last used"],
  opened: ["Açılış", "Opened"],
  thisOne: ["bu oturum", "this one"],
  end: ["Kapat", "End"],
  ended: ["Oturum kapandı.", "The session has ended."],
  endAll: ["Her yerden çıkış yap", "Sign out everywhere"],
  endAllEffect: [
    "Bu oturumların hepsi hemen kapanır; bu tarayıcıda da yeniden giriş yaparsınız.",
    "All these sessions end at once; you have to sign in again here, too.",
  ],
  languageSet: ["Dil değişti.", "The language was changed."],
  noMerchants: ["Henüz üye iş yeri yok.", "There is no merchant yet."],
  factorTitle: ["İki adımlı doğrulama", "Two-step verification"],
  needed: {
    live: [
      "Canlı ortamı açmak için önce iki adımlı doğrulamayı kurun.",
      "To open live mode, set up two-step verification first.",
    ],
    role: [
      "Rolünüz iki adımlı doğrulama gerektirir. Devam etmeden önce kurun.",
      "Your role needs two-step verification. Set it up before you go on.",
    ],
    page: [
      "Bu sayfa için önce iki adımlı doğrulamayı kurun.",
      "To open this page, set up two-step verification first.",
    ],
  },
  neededAgain: [
    "Bu sayfa için çıkış yapıp kodla yeniden giriş yapın.",
    "For this page, sign out and sign in again with a code.",
  ],
  scan: [
    "1. Kimlik doğrulama uygulamanızla bu kodu okutun.",
    "1. Scan this code with your authenticator app.",
  ],
  orType: ["Okutamıyorsanız anahtarı yazın:", "If you can't scan it, type the key:"],
  qr: ["Kurulum için QR kodu", "QR code for the setup"],
  typeCode: ["2. Uygulamanın gösterdiği 6 haneli kod", "2. The 6-digit code that the app shows"],
  signInAgain: [
    "Çıkıp kurumsal hesabınızla yeniden girin; ikinci adımı bundan sonraki on dakika içinde kurun.",
    "Sign out and in again with your company account; then set up the second factor within ten minutes.",
  ],
  thenPassword: ["3. Parolanız", "3. Your password"],
  confirm: ["Aç", "Turn on"],
  codeWrong: [
    "Kod yanlış. Telefonunuzun saatini kontrol edin ve yeni kodu yazın.",
    "The code is wrong. Check your phone's clock and type the new code.",
  ],
  codesTitle: ["Kurtarma kodları", "Recovery codes"],
  codesKeep: [
    "Bu kodlar bir daha gösterilmez. Telefonunuz olmadığında her biri bir kez işe yarar; güvenli bir yere yazın.",
    "These codes are not shown again. Without your phone, each of them works once; write them down somewhere safe.",
  ],
  codesDone: ["Yazdım, devam et", "I have them, go on"],
  on: ["İki adımlı doğrulama açık.", "Two-step verification is on."],
  renewTitle: ["Yeni kurtarma kodları", "New recovery codes"],
  renewHint: ["Eskileri geçersiz olur.", "The old ones stop working."],
  renew: ["Yeni kodlar al", "Get new codes"],
  removeTitle: ["Kapat", "Turn off"],
  removeHint: [
    "Kapatınca canlı ortama, ayarlara ve kullanıcılara giremezsiniz.",
    "Without it you can't open live mode, settings and users.",
  ],
  remove: ["İki adımlı doğrulamayı kapat", "Turn off two-step verification"],
  removed: ["İki adımlı doğrulama kapandı.", "Two-step verification is off."],
  code: ["Doğrulama kodu", "Verification code"],
  proofWrong: ["Parola ya da kod yanlış.", "The password or the code is wrong."],
});

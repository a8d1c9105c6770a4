import { catalogue } from "../../page/kit/catalogue.ts";

export const signInWords = catalogue({
  title: ["Panele giriş", "Sign in to the panel"],
  email: ["E-posta", "E-mail"],
  password: ["Parola", "Password"],
  submit: ["Giriş yap", "Sign in"],
  wrong: ["E-posta ya da parola yanlış.", "The e-mail or the password is wrong."],
  forgotten: [
    "Parolanızı unuttuysanız hesabınızın sahibi ya da işletmen yeni bir bağlantı verebilir; " +
      "90 gün kullanılmadığı için kapanan hesabı da onlar açar.",
    "If you forgot your password, the owner of your account or the operator can give you a " +
      "link for a new one. They also enable an account that was disabled after 90 days without use.",
  ],
  codeTitle: ["Doğrulama kodu", "Verification code"],
  code: ["Uygulamadaki 6 haneli kod", "The 6-digit code in your app"],
  codeHint: [
    "Telefonunuz yoksa kurtarma kodlarınızdan birini yazın.",
    "Without your phone, type one of your recovery codes.",
  ],
  codeSubmit: ["Doğrula", "Verify"],
  codeWrong: [
    "Kod yanlış ya da kullanılmış. Uygulamanın gösterdiği yeni kodu yazın.",
    "The code is wrong or was used before. Type the new one that your app shows.",
  ],
  startAgain: ["Başka bir hesapla giriş yap", "Sign in with another account"],
  expired: [
    "Giriş için ayrılan süre doldu. Yeniden giriş yapın.",
    "The time to sign in ran out. Sign in again.",
  ],
  signedOut: ["Çıkış yaptınız.", "You are signed out."],
  passwordChosen: [
    "Parolanız kaydedildi. Şimdi giriş yapın.",
    "Your password was saved. Sign in now.",
  ],
  codesLeft: [
    (count: number) => `Kurtarma kodu kullanıldı; ${count} kod kaldı.`,
    (count: number) => `A recovery code was used; ${count} are left.`,
  ],
});

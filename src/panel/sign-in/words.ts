import { catalogue } from "../../page/kit/catalogue.ts";

export const signInWords = catalogue(
  {
    title: "Panele giriş",
    email: "E-posta",
    password: "Parola",
    submit: "Giriş yap",
    wrong: "E-posta ya da parola yanlış.",
    forgotten:
      "Parolanızı unuttuysanız hesabınızın sahibi ya da işletmen yeni bir bağlantı verebilir; " +
      "90 gün kullanılmadığı için kapanan hesabı da onlar açar.",
    codeTitle: "Doğrulama kodu",
    code: "Uygulamadaki 6 haneli kod",
    codeHint: "Telefonunuz yoksa kurtarma kodlarınızdan birini yazın.",
    codeSubmit: "Doğrula",
    codeWrong: "Kod yanlış ya da kullanılmış. Uygulamanın gösterdiği yeni kodu yazın.",
    startAgain: "Başka bir hesapla giriş yap",
    expired: "Giriş için ayrılan süre doldu. Yeniden giriş yapın.",
    signedOut: "Çıkış yaptınız.",
    passwordChosen: "Parolanız kaydedildi. Şimdi giriş yapın.",
    codesLeft: (count: number) => `Kurtarma kodu kullanıldı; ${count} kod kaldı.`,
  },
  {
    title: "Sign in to the panel",
    email: "E-mail",
    password: "Password",
    submit: "Sign in",
    wrong: "The e-mail or the password is wrong.",
    forgotten:
      "If you forgot your password, the owner of your account or the operator can give you a " +
      "link for a new one. They also enable an account that was disabled after 90 days without use.",
    codeTitle: "Verification code",
    code: "The 6-digit code in your app",
    codeHint: "Without your phone, type one of your recovery codes.",
    codeSubmit: "Verify",
    codeWrong: "The code is wrong or was used before. Type the new one that your app shows.",
    startAgain: "Sign in with another account",
    expired: "The time to sign in ran out. Sign in again.",
    signedOut: "You are signed out.",
    passwordChosen: "Your password was saved. Sign in now.",
    codesLeft: (count: number) => `A recovery code was used; ${count} are left.`,
  },
);

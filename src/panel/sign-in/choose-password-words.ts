import { catalogue } from "../../page/kit/catalogue.ts";

export const choosePasswordWords = catalogue({
  title: ["Parolanızı belirleyin", "Choose your password"],
  intro: [
    (email: string) => `${email} hesabının parolasını belirleyin; sonra giriş yaparsınız.`,
    (email: string) => `Choose the password of the account ${email}; then sign in.`,
  ],
  password: ["Parola", "Password"],
  submit: ["Parolayı kaydet", "Save the password"],
  goneTitle: ["Bu bağlantı artık geçerli değil", "This link is no longer valid"],
  gone: [
    "Bağlantı bir kez ve üç gün için geçerlidir. Yenisini hesabınızın sahibi ya da işletmen " +
      "verebilir.",
    "The link works once and for three days. The owner of your account or the operator can " +
      "give you a new one.",
  ],
  signIn: ["Panele giriş", "Sign in to the panel"],
});

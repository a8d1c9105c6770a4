import { catalogue } from "../../page/kit/catalogue.ts";

export const choosePasswordWords = catalogue(
  {
    title: "Parolanızı belirleyin",
    intro: (email: string) => `${email} hesabının parolasını belirleyin; sonra giriş yaparsınız.`,
    password: "Parola",
    submit: "Parolayı kaydet",
    goneTitle: "Bu bağlantı artık geçerli değil",
    gone:
      "Bağlantı bir kez ve üç gün için geçerlidir. Yenisini hesabınızın sahibi ya da işletmen " +
      "verebilir.",
    signIn: "Panele giriş",
  },
  {
    title: "Choose your password",
    intro: (email: string) => `Choose the password of the account ${email}; then sign in.`,
    password: "Password",
    submit: "Save the password",
    goneTitle: "This link is no longer valid",
    gone:
      "The link works once and for three days. The owner of your account or the operator can " +
      "give you a new one.",
    signIn: "Sign in to the panel",
  },
);

import { catalogue } from "../catalogue.ts";

export const setUpWords = catalogue(
  {
    title: "Panelin ilk sahibi",
    intro:
      "Bu kurulumda henüz kimse yok. Burada tanımlanan kişi her şeyi yapabilir ve ötekileri ekler.",
    password: "Parola",
    noEmail: "Bir e-posta adresi yazın.",
    submit: "Hesabı oluştur",
    goneTitle: "Bu adres artık geçerli değil",
    gone: "Adres bir kez ve bir saat için geçerlidir; ilk hesap açıldıktan sonra da çalışmaz.",
    goneHint:
      "Henüz hesap yoksa hizmeti yeniden başlatın: her başlangıç yeni bir adres yazar. " +
      "Ya da: npx --no vezne users create",
    signIn: "Panele giriş",
  },
  {
    title: "The first owner of the panel",
    intro:
      "Nobody is in this installation yet. Whoever introduces themselves here may do everything, and adds the others.",
    password: "Password",
    noEmail: "Type an e-mail address.",
    submit: "Create the account",
    goneTitle: "This address works no more",
    gone: "The address works once and for an hour, and not after the first account was made.",
    goneHint:
      "If there is no account yet, restart the service: each start prints a new address. " +
      "Or: npx --no vezne users create",
    signIn: "Sign in to the panel",
  },
);

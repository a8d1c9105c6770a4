import { catalogue } from "../../page/kit/catalogue.ts";

export const setUpWords = catalogue(
  {
    title: "Panelin ilk sahibi",
    intro:
      "Bu kurulumda henüz kullanıcı yok. Burada oluşturduğunuz hesap her şeyi yapabilir ve öteki kullanıcıları ekler.",
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
      "This installation has no users yet. The account created here has every right and can add other users.",
    password: "Password",
    noEmail: "Type an e-mail address.",
    submit: "Create the account",
    goneTitle: "This address is no longer valid",
    gone: "The address works once and for an hour, and not after the first account was made.",
    goneHint:
      "If there is no account yet, restart the service: each start prints a new address. " +
      "Or: npx --no vezne users create",
    signIn: "Sign in to the panel",
  },
);

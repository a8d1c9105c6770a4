import { catalogue } from "../../page/kit/catalogue.ts";

export const setUpWords = catalogue({
  title: ["Panelin ilk sahibi", "The first owner of the panel"],
  intro: [
    "Bu kurulumda henüz kullanıcı yok. Burada oluşturduğunuz hesap her şeyi yapabilir ve öteki kullanıcıları ekler.",
    "This installation has no users yet. The account created here has every right and can add other users.",
  ],
  password: ["Parola", "Password"],
  noEmail: ["Bir e-posta adresi yazın.", "Type an e-mail address."],
  submit: ["Hesabı oluştur", "Create the account"],
  goneTitle: ["Bu adres artık geçerli değil", "This address is no longer valid"],
  gone: [
    "Adres bir kez ve bir saat için geçerlidir; ilk hesap açıldıktan sonra da çalışmaz.",
    "The address works once and for an hour, and not after the first account was made.",
  ],
  goneHint: [
    "Henüz hesap yoksa hizmeti yeniden başlatın: her başlangıç yeni bir adres yazar. " +
      "Ya da: npx --no vezne users create",
    "If there is no account yet, restart the service: each start prints a new address. " +
      "Or: npx --no vezne users create",
  ],
  signIn: ["Panele giriş", "Sign in to the panel"],
});

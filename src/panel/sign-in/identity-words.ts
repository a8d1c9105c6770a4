import { catalogue } from "../../page/kit/catalogue.ts";

export const identityWords = catalogue({
  signIn: ["Kurumsal hesapla giriş yap", "Sign in with your company account"],
  byPassword: ["Parolayla giriş", "Sign in by password"],
  cancelled: [
    "Kurumsal hesapla giriş tamamlanmadı. Yeniden deneyin.",
    "The sign-in with your company account was not finished. Try again.",
  ],
  unreachable: [
    "Kimlik sağlayıcısına ulaşılamadı. Biraz sonra yeniden deneyin.",
    "The identity provider can't be reached. Try again shortly.",
  ],
  invalid: [
    "Kimlik sağlayıcısının yanıtı doğrulanamadı. Hizmetin işletmenine başvurun.",
    "The identity provider's answer could not be verified. Ask the operator.",
  ],
  stale: [
    "Bu giriş başka bir tarayıcıda başlamış ya da süresi dolmuş. Yeniden deneyin.",
    "This sign-in was begun in another browser, or its time is over. Try again.",
  ],
  no_user: [
    "Bu kurumsal hesabın panele erişimi yok. Hizmetin işletmenine başvurun.",
    "This company account has no access to the panel. Ask the operator.",
  ],
  done: ["Giriş yapıldı", "You are signed in"],
  goOn: ["Panele geç", "Go to the panel"],
});

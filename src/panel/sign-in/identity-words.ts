import { catalogue } from "../../page/kit/catalogue.ts";

export const identityWords = catalogue(
  {
    signIn: "Kurumsal hesapla giriş yap",
    byPassword: "Parolayla giriş",
    cancelled: "Kurumsal hesapla giriş tamamlanmadı. Yeniden deneyin.",
    unreachable: "Kimlik sağlayıcısına ulaşılamadı. Biraz sonra yeniden deneyin.",
    invalid: "Kimlik sağlayıcısının yanıtı doğrulanamadı. Hizmetin işletmenine başvurun.",
    stale: "Bu giriş başka bir tarayıcıda başlamış ya da süresi dolmuş. Yeniden deneyin.",
    no_user: "Bu kurumsal hesabın panele erişimi yok. Hizmetin işletmenine başvurun.",
    done: "Giriş yapıldı",
    goOn: "Panele geç",
  },
  {
    signIn: "Sign in with your company account",
    byPassword: "Sign in by password",
    cancelled: "The sign-in with your company account was not finished. Try again.",
    unreachable: "The identity provider can't be reached. Try again shortly.",
    invalid: "The identity provider's answer could not be verified. Ask the operator.",
    stale: "This sign-in was begun in another browser, or its time is over. Try again.",
    no_user: "This company account has no access to the panel. Ask the operator.",
    done: "You are signed in",
    goOn: "Go to the panel",
  },
);

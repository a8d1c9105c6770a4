import { MINUTE, SECOND } from "../../kernel/clock.ts";
import { catalogue } from "../../page/kit/catalogue.ts";

/** Texts for authentication with passwords and codes; waits are in seconds. */
export const attemptWords = catalogue(
  {
    password: "Parolanız",
    passwordOrCode: "Parolanız ya da uygulamadaki kod",
    passwordHint: "Bu değişikliği sizin yaptığınızdan emin olmak için.",
    wrongPassword: "Parola yanlış.",
    wrongPasswordOrCode: "Parola ya da kod yanlış.",
    confirmTitle: "Kimliğinizi doğrulayın",
    confirmIntro:
      "Bu değişiklik için parolanız gerekiyor. Sonraki 10 dakika boyunca yeniden sorulmaz.",
    confirm: "Doğrula ve devam et",
    tooMany: (waitS: number) =>
      `Çok sayıda deneme yapıldı. ${minutesOf(waitS)} dakika sonra yeniden deneyin.`,
  },
  {
    password: "Your password",
    passwordOrCode: "Your password or a code of your app",
    passwordHint: "To make sure that it is you who makes this change.",
    wrongPassword: "The password is wrong.",
    wrongPasswordOrCode: "The password or the code is wrong.",
    confirmTitle: "Confirm that it is you",
    confirmIntro: "This change needs your password. It is not asked again for 10 minutes.",
    confirm: "Confirm and go on",
    tooMany: (waitS: number) => `Too many attempts. Try again in ${minutesOf(waitS)} min.`,
  },
);

function minutesOf(seconds: number): number {
  return Math.max(1, Math.ceil((seconds * SECOND) / MINUTE));
}

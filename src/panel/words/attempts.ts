import { MINUTE, SECOND } from "../../kernel/clock.ts";
import { catalogue } from "../../page/kit/catalogue.ts";

/** Texts for authentication with passwords and codes; waits are in seconds. */
export const attemptWords = catalogue({
  password: ["Parolanız", "Your password"],
  passwordOrCode: ["Parolanız ya da uygulamadaki kod", "Your password or a code of your app"],
  passwordHint: [
    "Bu değişikliği sizin yaptığınızdan emin olmak için.",
    "To make sure that it is you who makes this change.",
  ],
  wrongPassword: ["Parola yanlış.", "The password is wrong."],
  wrongPasswordOrCode: ["Parola ya da kod yanlış.", "The password or the code is wrong."],
  confirmTitle: ["Kimliğinizi doğrulayın", "Confirm that it is you"],
  confirmIntro: [
    "Bu değişiklik için parolanız gerekiyor. Sonraki 10 dakika boyunca yeniden sorulmaz.",
    "This change needs your password. It is not asked again for 10 minutes.",
  ],
  confirm: ["Doğrula ve devam et", "Confirm and go on"],
  tooMany: [
    (waitS: number) =>
      `Çok sayıda deneme yapıldı. ${minutesOf(waitS)} dakika sonra yeniden deneyin.`,
    (waitS: number) => `Too many attempts. Try again in ${minutesOf(waitS)} min.`,
  ],
});

function minutesOf(seconds: number): number {
  return Math.max(1, Math.ceil((seconds * SECOND) / MINUTE));
}

import { MINUTE, SECOND } from "../../../kernel/clock.ts";
import { catalogue } from "../catalogue.ts";

/** What is said to whoever tries passwords and codes; waits are in seconds. */
export const attemptWords = catalogue(
  {
    wrongPassword: "Parola yanlış.",
    tooMany: (waitS: number) =>
      `Çok sayıda deneme yapıldı. ${minutesOf(waitS)} dakika sonra yeniden deneyin.`,
  },
  {
    wrongPassword: "The password is wrong.",
    tooMany: (waitS: number) => `Too many attempts. Try again in ${minutesOf(waitS)} min.`,
  },
);

function minutesOf(seconds: number): number {
  return Math.max(1, Math.ceil((seconds * SECOND) / MINUTE));
}

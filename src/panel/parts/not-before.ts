import { later, MINUTE, type Instant } from "../../kernel/clock.ts";
import { catalogue } from "../../page/kit/catalogue.ts";
import type { MerchantContext } from "../kit/context.ts";
import { formatMoment } from "../../page/parts/when.tsx";

const words = catalogue({
  notBefore: [
    (moment: string) =>
      "Son 24 saatte sizinle isteyen arasında hesap, rol ya da parola bağlantısı verildi. " +
      `İkinci kişi olarak ${moment} sonrasında karar verebilirsiniz.`,
    (moment: string) =>
      "Within the last 24 hours an account, a role or a password link was given between you and " +
      `the requester. You can decide as the second person from ${moment} on.`,
  ],
});

/** The sentence for a user who does not count as a second person before a moment. */
export function notBefore({ language, merchant }: MerchantContext, from: Instant): string {
  const { timeZone } = merchant.settings;
  // Shown to the minute, and never too early.
  return words[language].notBefore(formatMoment(later(from, MINUTE - 1), { language, timeZone }));
}

import { formatTime } from "../format.ts";
import { MESSAGES } from "../messages/messages.ts";
import type { Checkout } from "./page-kit.ts";

/**
 * That the time to pay is over. Of money that the customer was asked to send nobody here knows
 * whether it was: that none was taken is said only where no transfer was asked for.
 */
export function expiredText({ session, merchant, state, language }: Checkout): string {
  const { expired } = MESSAGES[language];
  const time = formatTime(session.expiresAt, { language, timeZone: merchant.settings.timeZone });
  const mayBeSent = "wasTransferAsked" in state && state.wasTransferAsked;
  return mayBeSent ? expired.afterTransfer(time) : expired.text(time);
}

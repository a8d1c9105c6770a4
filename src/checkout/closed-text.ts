import { formatTime } from "../page/format.ts";
import { MESSAGES } from "../page/messages/messages.ts";
import type { Checkout } from "./page-kit.ts";
import type { ClosedState } from "./session-state.ts";

/** The text that tells the customer why the session can no longer be paid. */
export function closedText(checkout: Checkout, { kind }: ClosedState): string {
  const { voided, left } = MESSAGES[checkout.language];
  switch (kind) {
    case "voided":
      return voided.text;
    case "left":
      return wasTransferRequested(checkout) ? left.afterTransfer : left.text;
    case "expired":
      return expiredText(checkout);
  }
}

/**
 * Text for an expired session. "No money was taken" is said only if no bank transfer was requested,
 * because a transfer may still be on its way.
 */
export function expiredText(checkout: Checkout): string {
  const { session, merchant, language } = checkout;
  const { expired } = MESSAGES[language];
  const time = formatTime(session.expiresAt, { language, timeZone: merchant.settings.timeZone });
  return wasTransferRequested(checkout) ? expired.afterTransfer(time) : expired.text(time);
}

function wasTransferRequested({ state }: Checkout): boolean {
  return "wasTransferRequested" in state && state.wasTransferRequested;
}

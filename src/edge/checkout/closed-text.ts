import { formatTime } from "../page/format.ts";
import { MESSAGES } from "../page/messages/messages.ts";
import type { Checkout } from "./page-kit.ts";
import type { ClosedState } from "./session-state.ts";

/** Why a session can't be paid any more, for its customer. */
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
 * The text for a session whose hour is over. It says that no money was taken only where no transfer
 * was asked for: a transfer may be on its way.
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

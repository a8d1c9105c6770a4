import { DAY, later, type Instant } from "../../kernel/clock.ts";
import { told } from "./dated-rule.ts";

/** A customer who withdraws from a distance contract gets the money back within these days. */
export const WITHDRAWAL = {
  days: 14,
  ...told("2025-11-19", "Mesafeli Sözleşmeler Yönetmeliği, as yenisafak.com told it", "2015-02-27"),
};

/** True if a refund that was asked for at this time comes later than the law allows. */
export function isBeyondWithdrawal(askedAt: Instant, now: Instant): boolean {
  return now > later(askedAt, WITHDRAWAL.days * DAY);
}

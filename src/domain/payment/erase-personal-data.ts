import type { CustomerKey } from "../session/customer-key.ts";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import type { Clock, Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";

/** The data to erase: of one customer, or of all sessions made before a day (UTC). */
export type ErasureChoice = {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly customer?: CustomerKey | undefined;
  readonly before?: CalendarDay | undefined;
};

export type Erasure = {
  readonly sessions: number;
  readonly payments: number;
  readonly cards: number;
  /**
   * The orders of which a payment or a refund is under way, and the sessions that can still be
   * paid: their data is still needed.
   */
  readonly left: readonly string[];
};

export interface PersonalDataStore {
  /**
   * Removes names, addresses, numbers and metadata from sessions, payments, events, statement lines
   * and stored answers, and deletes stored cards, in one commit. Amounts, states, ids and postings
   * stay, so the books, their seals and the reports do not change.
   */
  erase(choice: ErasureChoice, at: Instant): Promise<Erasure>;
}

/**
 * Erases personal data. Orders with a payment or a refund under way are left out and listed, and so
 * are sessions that can still be paid; a later call erases them.
 */
export async function erasePersonalData(
  deps: { readonly clock: Clock; readonly personalData: PersonalDataStore },
  choice: ErasureChoice,
): Promise<Erasure> {
  return deps.personalData.erase(choice, deps.clock.now());
}

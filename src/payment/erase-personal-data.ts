import type { CalendarDay } from "../kernel/calendar-day.ts";
import type { Clock, Instant } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";

/** Whose data: one customer's, or everybody's of sessions made before a day (UTC). */
export type ErasureChoice = {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly customerId?: string | undefined;
  readonly before?: CalendarDay | undefined;
};

export type Erasure = {
  readonly sessions: number;
  readonly payments: number;
  readonly cards: number;
  /** Orders whose data is still needed: a payment, or a refund, of them is under way. */
  readonly left: readonly string[];
};

export interface PersonalDataStore {
  /**
   * Takes names, addresses, numbers and metadata out of sessions, payments, events, statement lines
   * and stored answers, and deletes stored cards, in one commit. Amounts, states, ids and postings
   * stay, so that the books, their seals and the reports say what they said.
   */
  erase(choice: ErasureChoice, at: Instant): Promise<Erasure>;
}

/** Erases what is about a person. What is under way is left and named: ask again later. */
export async function erasePersonalData(
  deps: { readonly clock: Clock; readonly personalData: PersonalDataStore },
  choice: ErasureChoice,
): Promise<Erasure> {
  return deps.personalData.erase(choice, deps.clock.now());
}

import type { Session } from "../../session/session.ts";
import { later, MINUTE } from "../../../kernel/clock.ts";
import { applyOutcome, type ApplyOutcomeDeps, type Idempotency } from "../outcome/apply-outcome.ts";
import { NEVER_ARRIVED } from "../modification/modification.ts";
import type { Intent } from "../ports.ts";

/** An intent that may or may not be stored; its bank was not asked. */
export type UnsentIntent = Pick<Intent, "payment" | "attempt"> & {
  readonly session: Session;
  readonly idempotency: Idempotency | undefined;
};

export type UnsentIntentsDeps = { readonly unsentIntents: UnsentIntents };

/** The time, in ms, for which an intent is kept; recovery ends the payment of a later one. */
const KEPT_MS = MINUTE;
/** The most intents that are kept; recovery ends the payments of further ones. */
const MOST = 1_000;

/**
 * The intents whose commit was not confirmed. If such an intent is found stored, its payment fails
 * at once, because this process knows that no bank was asked. Otherwise its session could not be
 * paid before recovery had asked the bank.
 */
export class UnsentIntents {
  readonly #waiting = new Set<UnsentIntent>();

  add(unsent: UnsentIntent): void {
    if (this.#waiting.size < MOST) this.#waiting.add(unsent);
  }

  async withdraw(deps: ApplyOutcomeDeps): Promise<void> {
    await Promise.all([...this.#waiting].map((unsent) => this.#withdrawOne(deps, unsent)));
  }

  async #withdrawOne(deps: ApplyOutcomeDeps, unsent: UnsentIntent): Promise<void> {
    const keptUntil = later(unsent.attempt.createdAt, KEPT_MS);
    if (deps.clocks.now(unsent.session) >= keptUntil) this.#waiting.delete(unsent);
    const payment = await deps.payments.findPayment(unsent.payment.orderId);
    if (payment === undefined) return;
    this.#waiting.delete(unsent);
    if (payment.state !== "calling") return;
    await applyOutcome(deps, { ...unsent, payment }, NEVER_ARRIVED);
  }
}

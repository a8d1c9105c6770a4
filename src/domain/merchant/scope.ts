import type { MerchantId } from "../../kernel/ids.ts";
import { refused, ok, type Result } from "../../kernel/result.ts";
import type { Mode } from "./merchant.ts";
import { isOperator, type User } from "./user.ts";

/** A user of the panel with the facts that decide what the user may see. */
export type Viewer = {
  readonly user: User;
  /** True if this session was opened with a second factor. */
  readonly hasSecondFactor: boolean;
};

/** `second_factor_needed`: live mode is never shown after a password alone. */
export type ScopeRefusal = "not_theirs" | "second_factor_needed";

/**
 * One merchant in one mode, as a signed-in user may see it. Stores of the panel require a scope,
 * and a scope can only be made after the check of the user's access.
 */
export class Scope {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly #isGranted = true;

  private constructor(merchantId: MerchantId, mode: Mode) {
    this.merchantId = merchantId;
    this.mode = mode;
  }

  static grant(
    { user, hasSecondFactor }: Viewer,
    requested: { readonly merchantId: MerchantId; readonly mode: Mode },
  ): Result<Scope, ScopeRefusal> {
    const isTheirs = isOperator(user) || user.merchantId === requested.merchantId;
    if (!isTheirs) return refused("not_theirs");
    if (requested.mode === "live" && !hasSecondFactor) return refused("second_factor_needed");
    return ok(new Scope(requested.merchantId, requested.mode));
  }

  /** True if a record belongs to this merchant and mode. */
  holds(owned: { readonly merchantId: MerchantId; readonly mode: Mode }): boolean {
    return this.#isGranted && owned.merchantId === this.merchantId && owned.mode === this.mode;
  }
}

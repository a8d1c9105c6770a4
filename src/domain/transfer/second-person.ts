import type { Clock } from "../../kernel/clock.ts";
import type { UserId } from "../../kernel/ids.ts";
import type { Money } from "../../kernel/money.ts";
import {
  reasonAgainstDecider,
  type AccessGrantStore,
  type NotIndependent,
} from "../merchant/independence.ts";
import type { MerchantStore } from "../merchant/ports.ts";
import { refundLimit } from "../merchant/refund-limit.ts";
import type { User } from "../merchant/user.ts";
import type { LineOwner, StatementLine } from "./statement-line.ts";

// A user who uploads a statement may have written it. So above the merchant's limit of refunds
// without approval, such a line completes no payment until a second person says that it does.

export type UploadLimitDeps = {
  readonly merchants: Pick<MerchantStore, "find">;
  /** The real time. */
  readonly clock: Clock;
};

export type SecondPersonDeps = UploadLimitDeps & { readonly accessGrants: AccessGrantStore };

/** A payment that a line is to complete. */
export type Paid = { readonly owner: LineOwner; readonly amount: Money };

/** Returns the user who uploaded the line, if a second person must decide about this payment. */
export async function uploaderAboveLimit(
  { merchants, clock }: UploadLimitDeps,
  { uploadedBy }: Pick<StatementLine, "uploadedBy">,
  { owner, amount }: Paid,
): Promise<UserId | undefined> {
  if (uploadedBy === undefined) return undefined;
  const merchant = await merchants.find(owner.merchantId);
  const limit = merchant === undefined ? null : refundLimit(merchant.settings, clock.now());
  return limit !== null && amount.minor > BigInt(limit) ? uploadedBy : undefined;
}

/** Returns why a user may not complete the payment with the line; undefined if the user may. */
export async function reasonAgainstUser(
  deps: SecondPersonDeps,
  user: Pick<User, "userId" | "merchantId">,
  { line, paid }: { readonly line: Pick<StatementLine, "uploadedBy">; readonly paid: Paid },
): Promise<NotIndependent | undefined> {
  const requester = await uploaderAboveLimit(deps, line, paid);
  if (requester === undefined) return undefined;
  return reasonAgainstDecider(deps, { requester, decider: user }, deps.clock.now());
}

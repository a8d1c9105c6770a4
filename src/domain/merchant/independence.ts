import { DAY, instant, later, type Instant } from "../../kernel/clock.ts";
import { parseOperatorKeyId, type OperatorKeyId, type UserId } from "../../kernel/ids.ts";
import type { User } from "./user.ts";

// The reasons are in docs/decisions/two-persons.md.

/** Who acts on users: a person in the panel, or the unknown holder of an operator key. */
export type Actor = UserId | OperatorKeyId;

/**
 * Access that one user gave another: a link at which a password is chosen, the choice at this
 * link, another role, or the end of a block. The giver may know the user's password since then.
 */
export type AccessGrant = {
  readonly userId: UserId;
  readonly by: Actor;
  /** The last time, in real time. */
  readonly at: Instant;
};

export interface AccessGrantStore {
  /** The access that was given after a moment, in the whole installation. */
  since(moment: Instant): Promise<readonly AccessGrant[]>;
}

/** How long access is in view of others before both its sides count as two persons. */
const IN_VIEW_MS = DAY;

export type Pair = {
  /** Who asks for something. */
  readonly requester: Actor;
  /** Who wants to decide it. */
  readonly decider: Pick<User, "userId" | "merchantId">;
};

/**
 * Returns the moment from which a requester and a decider count as two persons, which may be past.
 * Undefined: they are one and the same, or may be for ever.
 *
 * Access ties both its sides together for a day, in both directions and over others: who invites a
 * user may ask as this user and decide alone, and who invites two users may do both parts. An
 * operator key may be held by everybody, so its access ties the user to all others, and no operator
 * counts as another person than an operator key. Users who were made at the machine's command line
 * have no such access.
 */
export function independentFrom(
  { requester, decider }: Pair,
  grants: readonly AccessGrant[],
): Instant | undefined {
  const { userId } = decider;
  const isAskedByKey = isKey(requester);
  if (userId === requester) return undefined;
  if (isAskedByKey && decider.merchantId === undefined) return undefined;
  const groups = new Groups();
  // The newest access first: the first that connects both is the weakest part of their tie.
  for (const { userId: to, by, at } of grants.toSorted((left, right) => right.at - left.at)) {
    groups.join(to, by);
    if (isKey(by) || isAskedByKey) groups.join(by, ANYBODY);
    const [one, other, anybody] = [requester, userId, ANYBODY].map((name) => groups.of(name));
    if (one === other || other === anybody || one === anybody) return later(at, IN_VIEW_MS);
  }
  return instant(0);
}

type Grants = { readonly accessGrants: AccessGrantStore };

/** Reads the access that may tie users together at the real time `now`. */
export function recentGrants(
  { accessGrants }: Grants,
  now: Instant,
): Promise<readonly AccessGrant[]> {
  return accessGrants.since(later(now, -IN_VIEW_MS));
}

/** Why a user may not decide: the own request, or one of a user who may be the same person. */
export type NotIndependent =
  | { readonly code: "own_request" }
  | { readonly code: "not_independent"; readonly from: Instant };

/** Returns why the decider may not decide at `now`; undefined if both are two persons. */
export function reasonAgainstPair(
  pair: Pair,
  grants: readonly AccessGrant[],
  now: Instant,
): NotIndependent | undefined {
  const from = independentFrom(pair, grants);
  if (from === undefined) return { code: "own_request" };
  return now < from ? { code: "not_independent", from } : undefined;
}

/** Returns the same for the access that is stored. */
export async function reasonAgainstDecider(
  deps: Grants,
  pair: Pair,
  now: Instant,
): Promise<NotIndependent | undefined> {
  return reasonAgainstPair(pair, await recentGrants(deps, now), now);
}

const ANYBODY = "anybody";

function isKey(actor: Actor): actor is OperatorKeyId {
  return parseOperatorKeyId(actor) !== undefined;
}

/** Names that are tied together, each group under the name of one of them. */
class Groups {
  readonly #above = new Map<string, string>();

  of(name: string): string {
    const above = this.#above.get(name);
    return above === undefined ? name : this.of(above);
  }

  join(one: string, other: string): void {
    const [first, second] = [this.of(one), this.of(other)];
    if (first !== second) this.#above.set(first, second);
  }
}

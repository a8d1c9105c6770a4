import { DAY, later, type Clock } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import type { Random } from "../../kernel/random.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { KEY_NETWORKS_MAX } from "./create-key.ts";
import { issueOperatorKey, type IssuedOperatorKey, type OperatorKeyStore } from "./operator-key.ts";
import type { OperatorRight } from "./operator-right.ts";

const NAME_MAX = 80;
/** The longest lifetime: an operator key reaches every merchant, so each one is renewed yearly. */
export const OPERATOR_KEY_DAYS_MAX = 366;

export type CreateOperatorKeyDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly operatorKeys: OperatorKeyStore;
};

export type CreateOperatorKey = {
  readonly name: string;
  readonly rights: readonly OperatorRight[];
  /** In the form that `parseNetwork` returns. */
  readonly networks: readonly string[];
  readonly lifetimeMs: number;
  readonly createdBy: string;
};

export type CreateOperatorKeyRefusal =
  | "bad_name"
  | "name_taken"
  | "no_rights"
  | "too_many_networks"
  | "bad_lifetime";

/** Creates a key of the administration API, which always has an end. */
export async function createOperatorKey(
  deps: CreateOperatorKeyDeps,
  command: CreateOperatorKey,
): Promise<Result<IssuedOperatorKey, CreateOperatorKeyRefusal>> {
  const name = command.name.trim();
  const { rights, networks, lifetimeMs, createdBy } = command;
  if (name === "" || name.length > NAME_MAX || /\p{Cc}/u.test(name)) return refused("bad_name");
  if (rights.length === 0) return refused("no_rights");
  if (networks.length > KEY_NETWORKS_MAX) return refused("too_many_networks");
  const isPossible = lifetimeMs > 0 && lifetimeMs <= OPERATOR_KEY_DAYS_MAX * DAY;
  if (!isPossible) return refused("bad_lifetime");
  const now = deps.clock.now();
  const grant = { name, rights, networks, expiresAt: later(now, lifetimeMs) };
  const key = issueOperatorKey(deps, grant, { now, createdBy });
  return (await deps.operatorKeys.add(key.stored)) ? ok(key) : refused("name_taken");
}

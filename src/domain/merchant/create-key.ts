import { later, type Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { issueApiKey, type IssuedApiKey } from "./api-key.ts";
import type { CreateMerchantDeps } from "./create-merchant.ts";
import type { KeyRight } from "./key-right.ts";
import type { Mode } from "./merchant.ts";

const NAME_MAX = 80;
/** Each network is compared with the caller's address at every call, so their number is limited. */
export const KEY_NETWORKS_MAX = 20;

export type CreateKey = {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly name: string;
  readonly rights: readonly KeyRight[];
  /** In the form that `parseNetwork` returns. */
  readonly networks: readonly string[];
  readonly createdBy: string;
  /** The key ends after this time; absent: it does not end by itself. */
  readonly lifetimeMs: number | undefined;
  /** When the right `refunds.above_limit` begins, if the key has it. */
  readonly aboveLimitFrom: Instant;
};

export type CreateKeyRefusal = "bad_name" | "name_taken" | "no_rights" | "too_many_networks";

/** Creates a key with a name and the given rights. */
export async function createKey(
  deps: CreateMerchantDeps,
  command: CreateKey,
): Promise<Result<IssuedApiKey, CreateKeyRefusal>> {
  const name = command.name.trim();
  if (name === "" || name.length > NAME_MAX || /\p{Cc}/u.test(name)) return refused("bad_name");
  const rights = command.rights.filter((right) => right !== "refunds.above_limit");
  if (rights.length === 0) return refused("no_rights");
  if (command.networks.length > KEY_NETWORKS_MAX) return refused("too_many_networks");
  const now = deps.clock.now();
  const isAboveLimit = command.rights.length > rights.length && rights.includes("refunds.make");
  const key = issueApiKey(
    deps,
    { ...command, now },
    {
      name,
      rights,
      networks: command.networks,
      createdBy: command.createdBy,
      expiresAt: command.lifetimeMs === undefined ? undefined : later(now, command.lifetimeMs),
      aboveLimitFrom: isAboveLimit ? command.aboveLimitFrom : undefined,
    },
  );
  return (await deps.merchants.addKey(key.stored)) ? ok(key) : refused("name_taken");
}

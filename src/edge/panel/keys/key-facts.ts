import type { ApiKey } from "../../../merchant/api-key.ts";

/** How long a replaced key may go on working, in hours. */
export const GRACE_HOURS = ["0", "1", "24", "168"] as const;

const REF_LENGTH = 16;

/** What a form names a key by: enough to find it among a merchant's few, useless to sign in. */
export function refOf({ hash }: Pick<ApiKey, "hash">): string {
  return hash.slice(0, REF_LENGTH);
}

import { DAY, later } from "../../kernel/clock.ts";
import type { ApiKey } from "../../domain/merchant/api-key.ts";
import { useMerchant, type MerchantContext, useWords } from "../kit/context.ts";
import { Select } from "../../page/parts/form.tsx";
import { GRACE_HOURS } from "./grace-periods.ts";
import { LastUse } from "./key-parts.tsx";
import { keyWords } from "./words.ts";

/** A key that was used within this time counts as one that programs still use. */
const USED_WITHIN = 7 * DAY;

/** The key of those that a new one replaces that was used last, if that was within a week. */
export function keyInUse(
  { kit }: MerchantContext,
  replaced: readonly ApiKey[],
): ApiKey | undefined {
  const since = later(kit.clock.now(), -USED_WITHIN);
  return replaced
    .filter(({ usedAt }) => usedAt !== undefined && usedAt >= since)
    .toSorted((one, other) => Number(other.usedAt) - Number(one.usedAt))[0];
}

/** The hours that the replaced key of a form goes on working: a day if it is in use. */
export function graceOf(
  context: MerchantContext,
  replaced: readonly ApiKey[],
): (typeof GRACE_HOURS)[number] {
  const chosen = GRACE_HOURS.find((hours) => hours === context.request.body["grace"]);
  return chosen ?? (keyInUse(context, replaced) === undefined ? "0" : "24");
}

/** The choice of these hours; the end of a key that is in use takes a tick beside its last use. */
export function GraceFields({ replaced }: { readonly replaced: readonly ApiKey[] }) {
  const context = useMerchant();
  const words = useWords(keyWords);
  const used = keyInUse(context, replaced);
  return (
    <>
      <Select
        name="grace"
        label={words.grace}
        value={graceOf(context, replaced)}
        options={GRACE_HOURS.map((hours) => [hours, words.graces[hours]] as const)}
      />
      {used !== undefined && (
        <label class="choice">
          <input type="checkbox" name="sure" value="yes" />
          <span>
            {words.endInUse} {words.used}: <LastUse apiKey={used} />
          </span>
        </label>
      )}
    </>
  );
}

import { DAY, later } from "../../kernel/clock.ts";
import type { ApiKey } from "../../domain/merchant/api-key.ts";
import type { MerchantContext } from "../kit/context.ts";
import { Select } from "../parts/form.tsx";
import { GRACE_HOURS } from "./grace-periods.ts";
import { LastUse } from "./key-parts.tsx";
import { keyWords } from "./words.ts";

type GraceProps = { readonly context: MerchantContext; readonly replaced: readonly ApiKey[] };

/** A key that was used within this time counts as one that programs still use. */
const USED_WITHIN = 7 * DAY;

/** The key of those that a new one replaces that was used last, if that was within a week. */
export function keyInUse({ context, replaced }: GraceProps): ApiKey | undefined {
  const since = later(context.kit.clock.now(), -USED_WITHIN);
  return replaced
    .filter(({ usedAt }) => usedAt !== undefined && usedAt >= since)
    .toSorted((one, other) => Number(other.usedAt) - Number(one.usedAt))[0];
}

/** The hours that the replaced key of a form goes on working: a day if it is in use. */
export function graceOf(props: GraceProps): (typeof GRACE_HOURS)[number] {
  const chosen = GRACE_HOURS.find((hours) => hours === props.context.request.body["grace"]);
  return chosen ?? (keyInUse(props) === undefined ? "0" : "24");
}

/** The choice of these hours; the end of a key that is in use takes a tick beside its last use. */
export function GraceFields(props: GraceProps) {
  const { context } = props;
  const words = keyWords[context.language];
  const used = keyInUse(props);
  return (
    <>
      <Select
        name="grace"
        label={words.grace}
        value={graceOf(props)}
        options={GRACE_HOURS.map((hours) => [hours, words.graces[hours]] as const)}
      />
      {used !== undefined && (
        <label class="choice">
          <input type="checkbox" name="sure" value="yes" />
          <span>
            {words.endInUse} {words.used}: <LastUse context={context} apiKey={used} />
          </span>
        </label>
      )}
    </>
  );
}

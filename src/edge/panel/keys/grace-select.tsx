import type { MerchantContext } from "../kit/context.ts";
import { Select } from "../parts/form.tsx";
import { GRACE_HOURS } from "./grace-periods.ts";
import { keyWords } from "./words.ts";

/** The choice of the hours that a replaced key goes on working. */
export function GraceSelect({ context }: { readonly context: MerchantContext }) {
  const words = keyWords[context.language];
  return (
    <Select
      name="grace"
      label={words.grace}
      value={context.request.body["grace"] ?? "0"}
      options={GRACE_HOURS.map((hours) => [hours, words.graces[hours]] as const)}
    />
  );
}

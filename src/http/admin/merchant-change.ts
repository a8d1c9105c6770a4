import type { Instant } from "../../kernel/clock.ts";
import { isTimeZone } from "../../kernel/time-zone.ts";
import type { Merchant, MerchantSettings } from "../../domain/merchant/merchant.ts";
import {
  changeOfLimit,
  pendingRaise,
  refundLimit,
  type Requester,
} from "../../domain/merchant/refund-limit.ts";
import { ORIGINS_MAX, parseOrigin } from "../../page/frame.ts";
import type { FieldError } from "../problem/problem.ts";
import type { MerchantChangeBody } from "../schema/admin/merchant.ts";
import { invalid } from "./admin-call.ts";

type Change = { readonly requester: Requester; readonly now: Instant };

/**
 * The settings that a call changes, by the rules of the panel: a higher approval limit waits a day,
 * and the limit in force, sent again, withdraws it.
 * @throws RequestProblem that names each wrong field
 */
export function settingsOf(
  body: MerchantChangeBody,
  { settings }: Merchant,
  change: Change,
): Partial<MerchantSettings> {
  const { time_zone: timeZone, allowed_origins: origins, refund_approval_above: above } = body;
  const faults = [...zoneFaults(timeZone), ...originFaults(origins)];
  if (faults.length > 0) throw invalid(...faults);
  const isSameLimit =
    above === undefined ||
    (above === refundLimit(settings, change.now) &&
      pendingRaise(settings, change.now) === undefined);
  return {
    ...(body.response_style === undefined ? {} : { responseStyle: body.response_style }),
    ...(body.three_d_secure === undefined ? {} : { threeDSecure: body.three_d_secure }),
    ...(body.on_hold_end === undefined ? {} : { onHoldEnd: body.on_hold_end }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(origins === undefined ? {} : { allowedOrigins: [...new Set(origins)] }),
    ...(isSameLimit ? {} : changeOfLimit(settings, above, change)),
  };
}

function zoneFaults(timeZone: string | undefined): readonly FieldError[] {
  if (timeZone === undefined || isTimeZone(timeZone)) return [];
  const message = "must be the name of a time zone such as Europe/Istanbul";
  return [{ field: "time_zone", message }];
}

function originFaults(origins: readonly string[] = []): readonly FieldError[] {
  if (origins.length > ORIGINS_MAX) {
    return [{ field: "allowed_origins", message: `must have at most ${ORIGINS_MAX} items` }];
  }
  return origins.flatMap((origin, index) =>
    parseOrigin(origin) === undefined
      ? [{ field: `allowed_origins[${index}]`, message: "must be an origin: https://shop.example" }]
      : [],
  );
}

import { after } from "../../system/after.ts";
import { keepWork } from "../../system/loop-watch.ts";
import type { LoopbackSettings } from "../../outbound/webhook/guarded-connector.ts";
import { createHostCheck } from "../../outbound/webhook/host-check.ts";
import type { HostCheck } from "../../domain/event/ports.ts";
import { Admission, shareOf } from "../../kernel/queue/admission.ts";
import { SECOND } from "../../kernel/clock.ts";

/** Lookups of host names at the same time, for the registrations of all merchants together. */
const LOOKUPS_MAX = 32;
/** Further lookups of one merchant that may wait, each for `WAIT_MS`, a lookup's longest time. */
const WAITING_MAX = 8;
const WAIT_MS = 5 * SECOND;

/**
 * The check of the host of a webhook's or an account feed's address; `named` ones may be anywhere.
 * Each merchant has its share of the lookups, so that a merchant whose DNS server does not answer
 * delays no other merchant's registration.
 */
export function openHostCheck(
  loopback: LoopbackSettings,
  named: readonly string[] = [],
): HostCheck {
  const hosts = createHostCheck({ loopback, named });
  const turns = new Admission({
    mayEnter: shareOf(LOOKUPS_MAX),
    lineMax: WAITING_MAX,
    waitMs: WAIT_MS,
    after,
    keep: keepWork,
  });
  return {
    ...hosts,
    check: (name, scope) => turns.run(scope.merchantId, () => hosts.check(name, scope)),
  };
}

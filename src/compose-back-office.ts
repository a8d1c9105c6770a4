import type pg from "pg";
import { clockMovement } from "./compose-clock.ts";
import type { Events } from "./compose-events.ts";
import type { BackOffice } from "./edge/panel/back-office.ts";
import { createBrandStore } from "./edge/store/brand-store.ts";
import { createDeliveryLog } from "./edge/store/delivery-log.ts";
import { webhookSigner } from "./edge/system/webhook-signer.ts";
import type { Clock } from "./kernel/clock.ts";

export type BackOfficeParts = {
  readonly clock: Clock;
  /** The real time, also where a sandbox's was moved. */
  readonly wallClock: Clock;
  readonly events: Pick<Events, "endpoints" | "hosts" | "feed" | "sender">;
};

/** What the panel's pages about settings and people work with. */
export function openBackOffice(
  { clock, wallClock, events }: BackOfficeParts,
  pool: pg.Pool,
): BackOffice {
  const { endpoints, hosts, feed, sender } = events;
  return {
    wallClock,
    brands: createBrandStore(pool, clock),
    endpoints,
    hosts,
    feed,
    sender,
    signer: webhookSigner,
    deliveryLog: createDeliveryLog(pool),
    sandboxTime: clockMovement(pool, wallClock),
  };
}

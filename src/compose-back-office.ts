import type pg from "pg";
import type { Events } from "./compose-events.ts";
import type { BackOffice } from "./edge/panel/back-office.ts";
import { createDeliveryLog } from "./edge/store/delivery-log.ts";
import { webhookSigner } from "./edge/system/webhook-signer.ts";
import type { Clock } from "./kernel/clock.ts";

export type BackOfficeParts = {
  /** The real time, also where a sandbox's was moved. */
  readonly wallClock: Clock;
  readonly events: Pick<Events, "endpoints" | "hosts" | "feed" | "sender">;
};

/** What the panel's pages about settings and people work with. */
export function openBackOffice({ wallClock, events }: BackOfficeParts, pool: pg.Pool): BackOffice {
  const { endpoints, hosts, feed, sender } = events;
  return {
    wallClock,
    endpoints,
    hosts,
    feed,
    sender,
    signer: webhookSigner,
    deliveryLog: createDeliveryLog(pool),
  };
}

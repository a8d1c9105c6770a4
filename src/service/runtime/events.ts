import { createDeliveries } from "../../jobs/delivery-job.ts";
import { createFeedWatch, type FeedWatch } from "../../jobs/feed-watch.ts";
import { createDeliveryLog } from "../../store/event/delivery-log.ts";
import type { PlacementRound } from "../../store/event/place-events.ts";
import type { ProcessMetrics } from "../../system/process-metrics.ts";
import { sleep } from "../../system/sleep.ts";
import { tracedDeliveries } from "../tracing/traced-deliveries.ts";
import { later } from "../../kernel/clock.ts";
import { DELIVERY_LOG_KEPT_MS, isTaken, type DeliveryAnswer } from "../../domain/event/delivery.ts";
import { expireSessions } from "../../domain/payment/charge/expire-sessions.ts";
import { EarlyRounds } from "./early-rounds.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round, Rounds } from "./job.ts";
import { sweepGroups } from "../installation/merchant-groups.ts";

/** The pause between two rounds, in ms: far less than a customer needs to read the result page. */
export const PLACE_EVERY_MS = 200;

/** Counts failures that belong to an outage of the database. */
type FailureCounted = { readonly databaseWatch: Pick<Installation["databaseWatch"], "fail"> };

/** Watches the feed for the open event streams of this process. */
export function openFeedWatch({
  feed,
  logger,
  databaseWatch,
}: Pick<Installation, "feed" | "logger"> & FailureCounted): FeedWatch {
  return createFeedWatch({
    feed,
    sleep,
    everyMs: PLACE_EVERY_MS,
    onError: (error) => {
      if (databaseWatch.fail("the feed", error)) return;
      logger.error({ err: error }, "watching the feed failed");
    },
  });
}

/** Gives each new event its place in the feed; `onPlaced` gets the result of a round. */
export function placeEvents(
  { placer, clock }: Pick<Installation, "placer" | "clock">,
  onPlaced: (placed: Extract<PlacementRound, { kind: "placed" }>) => void,
): Round {
  return async () => {
    const placed = await placer.place(clock.now());
    if (placed.kind === "placed") onPlaced(placed);
    return false;
  };
}

/** Places events soon after the commits of this process, and wakes the delivery of webhooks. */
export function placeCommittedEvents(
  installation: Pick<Installation, "placer" | "clock" | "commits">,
  wake: { readonly placing: () => void; readonly deliveries: () => void },
): Round {
  const early = new EarlyRounds(wake.placing);
  installation.commits.listen(() => early.noteCommit());
  return placeEvents(installation, ({ events, hasDeliveries }) => {
    early.noteRound(events);
    if (hasDeliveries) wake.deliveries();
  });
}

type DeliveryParts = Pick<
  Installation,
  | "clock"
  | "clocks"
  | "random"
  | "merchants"
  | "sender"
  | "signer"
  | "deliveries"
  | "failedItems"
  | "isPassing"
  | "refreshClocks"
  | "logger"
> &
  Partial<Pick<Installation, "tracing">> &
  FailureCounted;

/** Delivers the webhooks that are due. A delivery that ends frees its slot and wakes the job. */
export function deliverWebhooks(
  installation: DeliveryParts,
  wake: () => void,
  metrics?: Pick<ProcessMetrics, "countDelivery">,
): Rounds {
  const { logger, databaseWatch, tracing } = installation;
  return createDeliveries({
    clock: installation.clock,
    clocks: installation.clocks,
    random: installation.random,
    merchants: installation.merchants,
    sender: installation.sender,
    signer: installation.signer,
    deliveries: installation.deliveries,
    failedItems: installation.failedItems,
    isPassing: installation.isPassing,
    refreshClocks: installation.refreshClocks,
    report: (sentence, facts) => logger.warn(facts, sentence),
    onError: (error) => {
      if (databaseWatch.fail("webhooks", error)) return;
      logger.error({ err: error }, "delivering webhooks failed");
    },
    wake,
    trace: tracing && tracedDeliveries(tracing),
    onAnswer: metrics && ((answer) => metrics.countDelivery(outcomeOf(answer))),
  });
}

function outcomeOf(answer: DeliveryAnswer): "delivered" | "refused" | "unanswered" {
  if (answer.kind === "unanswered") return "unanswered";
  return isTaken(answer) ? "delivered" : "refused";
}

/** Forgets deliveries that ended so long ago that the log no longer keeps them. */
export function forgetDeliveries(installation: Pick<Installation, "clock" | "groups">): Round {
  const before = () => later(installation.clock.now(), -DELIVERY_LOG_KEPT_MS);
  return () => sweepGroups(installation, (pool) => createDeliveryLog(pool).forget(before()));
}

/** Expires sessions whose hour is over, and writes their events. */
export function expireOpenSessions(installation: Installation): Round {
  const { clock, clocks, failedItems, isPassing, digest, expiry, logger } = installation;
  const report = (sentence: string, facts: object): void => logger.warn(facts, sentence);
  return () => expireSessions({ clock, clocks, failedItems, isPassing, digest, expiry, report });
}

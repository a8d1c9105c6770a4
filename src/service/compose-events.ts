import type pg from "pg";
import type { CreateSessionDeps } from "../checkout/create-session.ts";
import type { CommandParts } from "./compose-clock.ts";
import type { Config } from "../config/config.ts";
import { jobDeps } from "./compose-jobs.ts";
import { startDeliveries } from "../edge/jobs/delivery-job.ts";
import { createFeedWatch, type FeedWatch } from "../edge/jobs/feed-watch.ts";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import { createDeliveryLog } from "../edge/store/event/delivery-log.ts";
import { createDeliveryStore } from "../edge/store/event/delivery-store.ts";
import { createEndpointStore } from "../edge/store/event/endpoint-store.ts";
import { createEventFeed } from "../edge/store/event/event-feed-store.ts";
import { openConnection, openDatabase } from "../edge/store/sql/database.ts";
import { createEventPlacer } from "../edge/store/event/event-placer.ts";
import { createMerchantStore } from "../edge/store/merchant/merchant-store.ts";
import { createSessionStore } from "../edge/store/session/session-store.ts";
import { createSessionExpiry } from "../edge/store/session/session-expiry-store.ts";
import { after } from "../edge/system/after.ts";
import { systemDigest } from "../edge/system/digest.ts";
import { maskText, type Logger } from "../edge/system/logger.ts";
import { keepWork } from "../edge/system/loop-watch.ts";
import { sleep } from "../edge/system/sleep.ts";
import { webhookSigner } from "../edge/system/webhook-signer.ts";
import { createHostCheck } from "../edge/webhook/host-check.ts";
import { createWebhookSender } from "../edge/webhook/sender.ts";
import type { RegisterEndpointDeps } from "../event/register-endpoint.ts";
import type { RollSecretDeps } from "../event/roll-secret.ts";
import type {
  DeliveryLog,
  EndpointStore,
  EventFeed,
  HostCheck,
  WebhookSender,
} from "../event/ports.ts";
import { Admission, shareOf } from "../kernel/admission.ts";
import { DAY, HOUR, later, SECOND, type Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { SandboxClocks } from "../merchant/clocks.ts";
import { expireSessions, type SessionExpiry } from "../payment/expire-sessions.ts";
import type { MerchantStore } from "../merchant/ports.ts";

/** An event is to be on its way well before a customer has read the result page. */
const PLACE_EVERY_MS = 200;
const FORGET_EVERY_MS = HOUR;
const LOG_KEPT_MS = 30 * DAY;
/** Nobody waits for it, and it looks at every merchant. */
const EXPIRE_EVERY_MS = 5_000;

export type EventsParts = {
  readonly clock: Clock;
  readonly clocks: SandboxClocks;
  readonly refreshClocks: () => Promise<void>;
  readonly random: Random;
  readonly logger: Logger;
  readonly merchants: Pick<MerchantStore, "find">;
  readonly userAgent: string;
  readonly config: Pick<Config, "webhookLoopback">;
};

export type Events = {
  readonly feed: EventFeed;
  readonly endpoints: EndpointStore;
  readonly hosts: HostCheck;
  readonly sender: WebhookSender;
  readonly watch: FeedWatch;
  start(): readonly Loop[];
  close(): Promise<void>;
};

/** What happened, in order, and those who are told of it. */
export function openEvents(parts: EventsParts, pool: pg.Pool): Events {
  const { clock, logger, userAgent } = parts;
  const mayLoopback = parts.config.webhookLoopback;
  const feed = createEventFeed(pool);
  const placer = createEventPlacer(pool);
  const sender = createWebhookSender({ userAgent, mask: maskText, mayLoopback });
  return {
    feed,
    endpoints: createEndpointStore(pool),
    hosts: hostsInTurns(createHostCheck({ mayLoopback })),
    sender,
    watch: createFeedWatch({
      feed,
      sleep,
      everyMs: PLACE_EVERY_MS,
      onError: (error) => logger.error({ err: error }, "watching the feed failed"),
    }),
    start() {
      const deliveries = startDeliveries({
        ...parts,
        sender,
        signer: webhookSigner,
        deliveries: createDeliveryStore(pool),
        ...jobDeps(pool, clock),
        report: (sentence, facts) => logger.warn(facts, sentence),
        sleep,
        onError: (error) => logger.error({ err: error }, "delivering webhooks failed"),
      });
      const placing = startLoop({
        name: "place-events",
        everyMs: PLACE_EVERY_MS,
        sleep,
        round: async () => {
          const placed = await placer.place(clock.now());
          if (placed.kind === "placed" && placed.events > 0) deliveries.wake();
          return false;
        },
        onError: (error) => logger.error({ err: error }, "placing events failed"),
      });
      return [placing, deliveries, startExpiry(parts, pool), startForgetting(parts, pool)];
    },
    close: () => sender.close(),
  };
}

/** Names that are looked up at once for registrations, of all merchants together. */
const HOSTS_MAX = 32;
/** Others of the same merchant that wait meanwhile, for no longer than a lookup may take. */
const HOSTS_LINE_MAX = 8;
const HOSTS_WAIT_MS = 5 * SECOND;

/** A merchant with names at a DNS server that is silent keeps nobody else from registering. */
function hostsInTurns(hosts: HostCheck): HostCheck {
  const turns = new Admission({
    mayEnter: shareOf(HOSTS_MAX),
    lineMax: HOSTS_LINE_MAX,
    waitMs: HOSTS_WAIT_MS,
    after,
    keep: keepWork,
  });
  return {
    check: (name, scope) => turns.run(scope.merchantId, () => hosts.check(name, scope)),
  };
}

function startForgetting({ clock, logger }: EventsParts, pool: pg.Pool): Loop {
  const log = createDeliveryLog(pool);
  return startLoop({
    name: "forget-deliveries",
    everyMs: FORGET_EVERY_MS,
    sleep,
    round: () => log.forget(later(clock.now(), -LOG_KEPT_MS)),
    onError: (error) => logger.error({ err: error }, "forgetting old deliveries failed"),
  });
}

function startExpiry({ clock, clocks, logger }: EventsParts, pool: pg.Pool): Loop {
  const deps = {
    ...jobDeps(pool, clock),
    clocks,
    report: (sentence: string, facts: object): void => logger.warn(facts, sentence),
    digest: systemDigest,
    expiry: createSessionExpiry(pool),
  };
  return startLoop({
    name: "expire-sessions",
    everyMs: EXPIRE_EVERY_MS,
    sleep,
    round: () => expireSessions(deps),
    onError: (error) => logger.error({ err: error }, "expiring sessions failed"),
  });
}

type WebhookParts = CommandParts & Pick<EventsParts, "config">;

/** What endpoints are managed with, by an operator or a merchant. */
export type WebhookManagement = RegisterEndpointDeps &
  RollSecretDeps & { readonly log: DeliveryLog; readonly feed: EventFeed };

/** Endpoints and their log, as the command line reaches them: without a server. */
export function openWebhooks(parts: WebhookParts): {
  readonly deps: WebhookManagement;
  close(): Promise<void>;
} {
  const { clock, clocks, random } = parts;
  const pool = openDatabase({
    address: parts.database,
    applicationName: "vezne webhooks",
    max: 2,
  });
  return {
    deps: {
      clock,
      clocks,
      random,
      merchants: createMerchantStore(pool, clock),
      ...management(pool, parts),
    },
    close: () => pool.end(),
  };
}

function management(pool: pg.Pool, { config }: Pick<EventsParts, "config">) {
  return {
    endpoints: createEndpointStore(pool),
    hosts: createHostCheck({ mayLoopback: config.webhookLoopback }),
    log: createDeliveryLog(pool),
    feed: createEventFeed(pool),
  };
}

/** What an expired session is made with on request: sessions, and who looks at them afterwards. */
export type ExpiryRehearsal = CreateSessionDeps & {
  readonly clock: Clock;
  readonly merchants: MerchantStore;
  readonly expiry: SessionExpiry;
};

export function openExpiryRehearsal(parts: CommandParts): {
  readonly deps: ExpiryRehearsal;
  close(): Promise<void>;
} {
  const { clock, clocks, random } = parts;
  const options = { address: parts.database, applicationName: "vezne trigger" };
  const pool = openDatabase({ ...options, max: 2 });
  const sessions = createSessionStore(async () => {
    const client = openConnection(options);
    await client.connect();
    return client;
  });
  const merchants = createMerchantStore(pool, clock);
  return {
    deps: {
      clock,
      clocks,
      random,
      sessions,
      merchants,
      expiry: createSessionExpiry(pool),
      // Rehearsals are in test mode.
      modeOff: () => undefined,
    },
    async close() {
      await sessions.close();
      await pool.end();
    },
  };
}

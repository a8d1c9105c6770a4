import type { Timer } from "../../kernel/queue/admission.ts";
import { UntrustedForwards } from "../../http/limit/client-address.ts";
import { Leaving } from "../../http/server/leaving.ts";
import { createProblemSender } from "../../http/problem/problem-sender.ts";
import { BufferedKeyUses } from "../../store/merchant/key-uses.ts";
import type { FatalCounts } from "../../system/fatal-record.ts";
import { after } from "../../system/after.ts";
import { SlowWork } from "../../system/slow-work.ts";
import type { BankOptions } from "./acquirers.ts";
import { openBanks } from "./banks.ts";
import { BacklogLook } from "./backlog.ts";
import { openFeedWatch } from "./events.ts";
import { FailedItemCounts } from "./failed-items.ts";
import { Idleness } from "./idleness.ts";
import type { Installation } from "../installation/installation.ts";
import { openSchemaFit } from "../installation/schema-fit.ts";
import { JobRecords } from "./job-records.ts";
import { openGuards, openLimits } from "./limits.ts";
import { openMetrics } from "./metrics.ts";
import { paymentDeps } from "./payments.ts";
import { openReports } from "./reports.ts";
import { openRequestRecorder } from "./request-log.ts";
import { learnRestoration } from "./restoration.ts";
import type { ShopFile } from "../installation/shop-account.ts";
import { openVault } from "./vault.ts";

export type ServiceOptions = BankOptions & {
  /** Ends the wait for a slow bank in real time; a test replaces it so as not to wait. */
  readonly patience?: Timer;
  /** The uncaught errors of this installation; absent if no record of them is kept. */
  readonly fatalErrors?: () => FatalCounts;
  /** Opens the account of the demo shop; without it there is no shop. */
  readonly shop?: (installation: Installation) => ShopFile;
};

/** The parts of one serving process: its memory, and the adapters that only a service opens. */
export type Runtime = Awaited<ReturnType<typeof openRuntime>>;

export async function openRuntime(installation: Installation, options: ServiceOptions) {
  const { config, clock, logger } = installation;
  await installation.refreshClocks();
  await learnRestoration(installation);
  const banks = await openBanks(installation, options);
  const { cardVault, codeSecrets } = await openVault(installation);
  const guards = openGuards(installation);
  const { cardGuard, requestBuckets } = guards;
  const slowWork = openSlowWork(installation, options);
  const sendProblem = createProblemSender(`${config.publicUrl}/docs`);
  const recorder = openRequestRecorder(installation);
  const failedItemCounts = new FailedItemCounts(installation);
  const backlogLook = new BacklogLook(installation);
  const jobRecords = new JobRecords();
  const reports = openReports(installation);
  const untrusted = new UntrustedForwards((address) =>
    logger.warn({ address }, "X-Forwarded-For from an address that VEZNE_TRUSTED_PROXIES lacks"),
  );
  const { connections } = banks;
  const counts = { failedItemCounts, backlogLook };
  const counted = { connections, recorder, ...counts, jobRecords, reports, untrusted };
  const metrics = openMetrics(installation, options, counted);
  const { countCard } = metrics;
  return {
    /** The dependencies of the use cases. */
    deps: paymentDeps(installation, { ...banks, cardGuard, cardVault, countCard, slowWork }),
    slowWork,
    leaving: new Leaving(),
    schemaFit: openSchemaFit(installation),
    ...banks,
    cardVault,
    codeSecrets,
    guards,
    sendProblem,
    limits: openLimits(installation, { cardGuard, requestBuckets, sendProblem, untrusted }),
    keyUses: new BufferedKeyUses(clock),
    idleness: new Idleness(() => performance.now()),
    feedWatch: openFeedWatch(installation),
    reports,
    recorder,
    ...counts,
    jobRecords,
    shop: config.demoShop ? options.shop?.(installation) : undefined,
    metrics,
  };
}

function openSlowWork(
  { logger, databaseWatch }: Pick<Installation, "logger" | "databaseWatch">,
  { patience = after }: ServiceOptions,
): SlowWork {
  return new SlowWork(patience, (error) => {
    if (databaseWatch.fail("slow payments", error)) return;
    logger.error({ err: error }, "a payment that was answered early failed");
  });
}

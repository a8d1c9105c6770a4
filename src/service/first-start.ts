import { openAdministration } from "./compose-administration.ts";
import type { Config } from "../config/config.ts";
import type { DatabaseAddress } from "../edge/store/sql/database.ts";
import { isWritable } from "../edge/store/installation/service-database.ts";
import { systemClock } from "../edge/system/clock.ts";
import type { Logger } from "../edge/system/logger.ts";
import { sleep } from "../edge/system/sleep.ts";
import type { Random } from "../kernel/random.ts";
import { openSetUp } from "../merchant/first-owner.ts";
import { seedShop, type SeededShop } from "./seed.ts";

const LOOK_EVERY_MS = 2_000;

export type FirstStartParts = {
  readonly config: Config;
  readonly database: DatabaseAddress;
  readonly random: Random;
  readonly logger: Logger;
};

type Seeded = {
  /** Absent in production, which has no sandbox merchant of its own. */
  readonly shop: SeededShop | undefined;
  /** Opens the panel for its first owner; there is none once there is a user. */
  readonly setUp: string | undefined;
};

/** What an installation begins with. A database that takes no writes is served without it. */
export type FirstStart = {
  /** What a newcomer needs next. */
  readonly text: string;
  stop(): Promise<void>;
};

/** Makes what is missing; in a database that takes no writes, as soon as it takes them again. */
export async function makeFirstStart(parts: FirstStartParts): Promise<FirstStart> {
  const { config, database } = parts;
  if (await isWritable(database)) {
    return { text: welcome(config, await seed(parts)), stop: () => Promise.resolve() };
  }
  const stopping = new AbortController();
  const seeding = seedLater(parts, stopping.signal);
  return {
    text: `\nVezne answers what only reads at ${config.publicUrl}: its database takes no writes.\n\n`,
    async stop() {
      stopping.abort();
      await seeding;
    },
  };
}

async function seedLater(parts: FirstStartParts, signal: AbortSignal): Promise<void> {
  const { config, database, logger } = parts;
  logger.warn("the database takes no writes; only reads are answered");
  for (;;) {
    await sleep(LOOK_EVERY_MS, signal);
    if (signal.aborted) return;
    try {
      if (!(await isWritable(database))) continue;
      process.stdout.write(welcome(config, await seed(parts)));
      return;
    } catch (error) {
      logger.warn({ err: error }, "the installation is not prepared yet");
    }
  }
}

async function seed({ config, database, random }: FirstStartParts): Promise<Seeded> {
  const admin = openAdministration({ database, clock: systemClock, random });
  try {
    const isWanted = config.demoShop || !config.isProduction;
    const shop = isWanted ? await seedShop({ ...admin.deps, dataDir: config.dataDir }) : undefined;
    return { shop, setUp: await openSetUp(admin.deps) };
  } finally {
    await admin.close();
  }
}

/** The sandbox key only at the start that made it. */
function welcome({ publicUrl, demoShop, docs }: Config, { shop, setUp }: Seeded): string {
  const lines = [
    `Vezne is ready at ${publicUrl}`,
    ...(demoShop ? [`  Demo shop      ${publicUrl}/demo`] : []),
    ...(docs ? [`  Documentation  ${publicUrl}/docs`] : []),
    `  Panel          ${publicUrl}/panel`,
  ];
  if (setUp !== undefined) {
    lines.push(`  First owner    ${publicUrl}/panel/set-up?token=${setUp}`);
    lines.push("  The address works once and for an hour; the next start prints another.");
  }
  if (shop?.isNew === true) {
    lines.push(`  Sandbox key    ${shop.testApiKey}`, `  Sandbox merchant ${shop.merchantId}`);
    lines.push("  Webhook secret npx --no vezne listen --print-secret");
    lines.push("  The key is shown once; `npx --no vezne merchants roll-key` makes another.");
  }
  return `\n${lines.join("\n")}\n\n`;
}

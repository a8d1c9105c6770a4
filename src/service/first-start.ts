import type { Config } from "../config/config.ts";
import { isWritable } from "../edge/store/installation/service-database.ts";
import { sleep } from "../edge/system/sleep.ts";
import { openSetUp } from "../merchant/first-owner.ts";
import type { InstallationParts } from "./foundation.ts";
import { seedShop, type SeededShop } from "./seed.ts";
import { useInstallation } from "./use-installation.ts";

const LOOK_EVERY_MS = 2_000;

type Seeded = {
  /** Absent in production, which has no sandbox merchant of its own. */
  readonly shop: SeededShop | undefined;
  /** The token that opens the panel for its first owner; absent once there is a user. */
  readonly setUp: string | undefined;
};

/** The first records of an installation; a service on a read-only database starts without them. */
export type FirstStart = {
  /** The addresses and keys that a new operator needs. */
  readonly text: string;
  stop(): Promise<void>;
};

/** Makes the missing records at once, or as soon as a read-only database accepts writes. */
export async function makeFirstStart(parts: InstallationParts): Promise<FirstStart> {
  const { config, database } = parts;
  if (await isWritable(database)) {
    return { text: welcome(config, await seed(parts)), stop: () => Promise.resolve() };
  }
  const stopping = new AbortController();
  const seeding = seedLater(parts, stopping.signal);
  return {
    text: `\nVezne answers only reads at ${config.publicUrl}: its database takes no writes.\n\n`,
    async stop() {
      stopping.abort();
      await seeding;
    },
  };
}

async function seedLater(parts: InstallationParts, signal: AbortSignal): Promise<void> {
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

async function seed(parts: InstallationParts): Promise<Seeded> {
  const { config } = parts;
  const isWanted = config.demoShop || !config.isProduction;
  return useInstallation(parts, async (installation) => {
    const { clock, random, digest, merchants, users, panelSessions, hasher, setUps } = installation;
    const shop = isWanted
      ? await seedShop({ clock, random, digest, merchants, dataDir: config.dataDir })
      : undefined;
    const deps = { clock, random, digest, users, panelSessions, hasher, setUps };
    return { shop, setUp: await openSetUp(deps) };
  });
}

/**
 * Returns the text that a start prints. It contains the sandbox key only at the start that created
 * the sandbox merchant.
 */
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

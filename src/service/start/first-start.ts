import type { Config } from "../../config/config.ts";
import { isWritable } from "../../database/installation/service-database.ts";
import { sleep } from "../../system/sleep.ts";
import { parseMerchantId } from "../../kernel/ids.ts";
import { openSetUp } from "../../domain/merchant/first-owner.ts";
import type { InstallationParts } from "../installation/foundation.ts";
import { startSandboxContract } from "../runtime/sandbox-settlement.ts";
import { seedShop, type SeededShop } from "../runtime/seed.ts";
import { useInstallation } from "./use-installation.ts";

const LOOK_EVERY_MS = 2_000;

type SeededData = {
  /** Absent in production, which has no sandbox merchant of its own. */
  readonly shop: SeededShop | undefined;
  /** The token that opens the panel for its first owner; absent once there is a user. */
  readonly setUp: string | undefined;
  /** True if the panel has no user yet. */
  readonly lacksUser: boolean;
};

/** The first records of an installation; a service on a read-only database starts without them. */
export type FirstStart = {
  /** Writes what a new operator needs: in production log lines, else addresses and keys. */
  announce(): void;
  stop(): Promise<void>;
};

/** Makes the missing records at once, or as soon as a read-only database accepts writes. */
export async function makeFirstStart(parts: InstallationParts): Promise<FirstStart> {
  const { config, database, logger } = parts;
  if (await isWritable(database)) {
    const seeded = await seed(parts);
    return { announce: () => announce(parts, seeded), stop: () => Promise.resolve() };
  }
  const stopping = new AbortController();
  const seeding = seedLater(parts, stopping.signal);
  const url = config.publicUrl;
  return {
    announce() {
      if (config.isProduction) logger.warn({ url }, "Vezne answers only reads");
      else process.stdout.write(`\nVezne answers only reads at ${url}: ${READ_ONLY}.\n\n`);
    },
    async stop() {
      stopping.abort();
      await seeding;
    },
  };
}

const READ_ONLY = "its database takes no writes";

async function seedLater(parts: InstallationParts, signal: AbortSignal): Promise<void> {
  const { database, logger } = parts;
  logger.warn("the database takes no writes; only reads are answered");
  for (;;) {
    await sleep(LOOK_EVERY_MS, signal);
    if (signal.aborted) return;
    try {
      if (!(await isWritable(database))) continue;
      announce(parts, await seed(parts));
      return;
    } catch (error) {
      logger.warn({ err: error }, "the installation is not prepared yet");
    }
  }
}

async function seed(parts: InstallationParts): Promise<SeededData> {
  const { config } = parts;
  const { isProduction, dataDir } = config;
  const isWanted = config.demoShop || !isProduction;
  return useInstallation(parts, async (installation) => {
    const { clock, random, digest, merchants, users, panelSessions, hasher, setUps, shopAccounts } =
      installation;
    const shop = isWanted
      ? await seedShop({ clock, random, digest, merchants, dataDir, shopAccounts })
      : undefined;
    const newMerchant = shop?.isNew === true ? parseMerchantId(shop.merchantId) : undefined;
    if (newMerchant !== undefined) await startSandboxContract(installation, newMerchant);
    const deps = { clock, random, digest, users, panelSessions, hasher, setUps };
    // In production an address that makes an operator is made by command only, never logged.
    const setUp = isProduction ? undefined : await openSetUp(deps);
    return { shop, setUp, lacksUser: (await users.listAll()).length === 0 };
  });
}

function announce({ config, logger }: InstallationParts, seeded: SeededData): void {
  if (!config.isProduction) {
    process.stdout.write(welcome(config, seeded));
    return;
  }
  logger.info({ url: config.publicUrl }, "Vezne is ready");
  if (seeded.lacksUser) {
    logger.warn("the panel has no user yet: `vezne users set-up` prints an address for the first");
  }
}

/**
 * Returns the text that a start prints. It contains the sandbox key only at the start that created
 * the sandbox merchant.
 */
function welcome({ publicUrl, demoShop, docs }: Config, { shop, setUp }: SeededData): string {
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

import { defineCommand } from "../kit/command.ts";
import { parseNetwork } from "../../http/limit/networks.ts";
import { systemClock } from "../../system/clock.ts";
import { toIso } from "../../kernel/clock.ts";
import { wordsOf } from "../../kernel/text.ts";
import type { ApiKey } from "../../domain/merchant/api-key.ts";
import {
  createKey,
  KEY_NETWORKS_MAX,
  type CreateKeyRefusal,
} from "../../domain/merchant/create-key.ts";
import { isKeyRight, KEY_RIGHTS, type KeyRight } from "../../domain/merchant/key-right.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import type { Installation } from "../../service/installation/installation.ts";
import { json, merchant } from "../kit/arguments.ts";
import { COMMAND_LINE, logCommand } from "../kit/command-log.ts";
import { durationOf } from "../kit/duration.ts";
import { grace, listKeys, mode, rolled } from "./merchant-keys.ts";
import { merchantOf } from "../kit/merchant-of.ts";
import { CommandError, facts, print } from "../kit/output.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

/** The longest lifetime of a key that ends: two years. */
const LIFETIME_MOST = "730d";

const create = defineCommand({
  meta: { name: "create", description: "Make a key with a name and some rights; shown once" },
  args: {
    merchant,
    mode,
    name: { type: "string", required: true, description: "Name of the key" },
    rights: {
      type: "string",
      required: true,
      description: `Separated by commas: ${KEY_RIGHTS.join(", ")}`,
    },
    networks: {
      type: "string",
      description: "Allowed networks, separated by commas: 203.0.113.0/24",
    },
    expires: { type: "string", description: "Lifetime: 90d; without it, the key has no end" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await merchantOf(deps, args.merchant);
      const rights = rightsOf(args.rights);
      const networks = networksOf(args.networks ?? "");
      const lifetime = { name: "--expires", most: LIFETIME_MOST };
      const created = await createKey(deps, {
        merchantId: owner.merchantId,
        mode: args.mode,
        name: args.name,
        rights,
        networks,
        createdBy: COMMAND_LINE,
        lifetimeMs: args.expires === undefined ? undefined : durationOf(args.expires, lifetime),
        aboveLimitFrom: systemClock.now(),
      });
      if (!created.ok) throw new CommandError(REFUSALS[created.refusal]);
      const { text: apiKey, stored } = created.value;
      await logCommand(deps, {
        action: "key.created",
        object: { kind: "key", id: `…${stored.lastFour}` },
        after: { name: stored.name, rights: rights.join(" "), networks: networks.join(" ") },
        merchantId: owner.merchantId,
        mode: args.mode,
      });
      const document = {
        merchant_id: owner.merchantId,
        mode: args.mode,
        name: stored.name,
        api_key: apiKey,
        rights,
        networks,
        expires_at: stored.expiresAt === undefined ? null : toIso(stored.expiresAt),
      };
      const lines = Object.entries(document).map(
        ([name, value]) => [name, Array.isArray(value) ? value.join(" ") : (value ?? "-")] as const,
      );
      print(
        { json: document, text: facts(lines.map(([name, value]) => [name, String(value)])) },
        args.json,
      );
    }),
});

const REFUSALS: Readonly<Record<CreateKeyRefusal, string>> = {
  bad_name: "--name must be 1 to 80 characters",
  name_taken: "--name must be another: a key in force has it",
  no_rights: "--rights must name one at least, besides refunds.above_limit",
  too_many_networks: `--networks must be ${KEY_NETWORKS_MAX} at most`,
};

const list = defineCommand({
  meta: {
    name: "list",
    description: "A merchant's keys in force: their ends, rights and last use",
  },
  args: { merchant, json },
  run: ({ args }) => listKeys(args),
});

const roll = defineCommand({
  meta: { name: "roll", description: "Replace a key by another with the same rights; shown once" },
  args: {
    merchant,
    mode,
    name: { type: "string", description: "Name of the key; without it, the main key" },
    grace,
    json,
  },
  run: ({ args }) => rolled(args),
});

const end = defineCommand({
  meta: { name: "end", description: "End a key now" },
  args: {
    merchant,
    mode,
    name: { type: "string", required: true, description: "Name of the key" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await merchantOf(deps, args.merchant);
      const keys = await keysNamed(deps, owner, args);
      if (keys.length === 0) throw new CommandError(`there is no ${args.mode} key ${args.name}`);
      for (const key of keys) {
        await deps.merchants.endKey(owner.merchantId, key.hash);
        await logCommand(deps, {
          action: "key.ended",
          object: { kind: "key", id: `…${key.lastFour}` },
          before: { name: key.name },
          merchantId: owner.merchantId,
          mode: args.mode,
        });
      }
      const document = { merchant_id: owner.merchantId, name: args.name, ended: keys.length };
      print({ json: document, text: `${keys.length} ended` }, args.json);
    }),
});

/** The key of a name, and the key that it replaced during the grace period. */
async function keysNamed(
  { merchants }: Pick<Installation, "merchants">,
  { merchantId }: Merchant,
  wish: { readonly mode: "test" | "live"; readonly name: string },
): Promise<readonly ApiKey[]> {
  const keys = await merchants.listKeys(merchantId);
  return keys.filter((key) => key.mode === wish.mode && key.name === wish.name);
}

function rightsOf(text: string): readonly KeyRight[] {
  const words = wordsOf(text);
  const rights = words.filter(isKeyRight);
  if (rights.length === words.length) return [...new Set(rights)];
  throw new CommandError(`--rights must be some of ${KEY_RIGHTS.join(", ")}`);
}

export function networksOf(text: string): readonly string[] {
  const words = wordsOf(text);
  const networks = words.map(parseNetwork).filter((network) => network !== undefined);
  if (networks.length === words.length) return [...new Set(networks)];
  throw new CommandError("--networks must be addresses or networks such as 203.0.113.0/24");
}

export const keysCommand = defineCommand({
  meta: { name: "keys", description: "A merchant's API keys: names, rights, networks, last use" },
  subCommands: { create, list, roll, end },
});

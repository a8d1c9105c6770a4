import { MODES } from "../kit/terms-owner.ts";
import { defineCommand } from "../kit/command.ts";
import { systemClock } from "../../system/clock.ts";
import { toIso } from "../../kernel/clock.ts";
import { parseMerchantId } from "../../kernel/ids.ts";
import { keyDocument } from "../../domain/merchant/key-document.ts";
import { rollKey } from "../../domain/merchant/roll-key.ts";
import { json, merchant } from "../kit/arguments.ts";
import { COMMAND_LINE, logCommand } from "../kit/command-log.ts";
import { durationOf } from "../kit/duration.ts";
import { CommandError, facts, print } from "../kit/output.ts";
import { table } from "../kit/table.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

/**
 * The longest grace period of a replaced key: enough for a merchant to release its software. The
 * end of a longer one would be forgotten.
 */
const GRACE_MOST = "30d";

export const mode = {
  type: "enum",
  options: MODES,
  default: "test",
  description: "Mode of the key",
} as const;

export const grace = {
  type: "string",
  default: "0",
  description: "Time for which the old key still works: 24h",
} as const;

type Roll = {
  readonly merchant: string;
  readonly mode: "test" | "live";
  readonly name?: string | undefined;
  readonly grace: string;
  readonly json: boolean;
};

/** Replaces the key of the name, or without a name the main key. */
export function rolled(args: Roll): Promise<void> {
  return runOnInstallation(async (deps) => {
    const merchantId = merchantIdOf(args.merchant);
    const graceMs = durationOf(args.grace, { name: "--grace", most: GRACE_MOST });
    const { name } = args;
    const result = await rollKey(deps, {
      merchantId,
      mode: args.mode,
      name,
      createdBy: COMMAND_LINE,
      graceMs,
      aboveLimitFrom: systemClock.now(),
    });
    if (!result.ok) {
      const isKey = result.refusal === "key_not_found";
      throw new CommandError(
        isKey ? `there is no ${args.mode} key ${name ?? ""}` : `there is no merchant ${merchantId}`,
      );
    }
    const { apiKey, oldUntil } = result.value;
    const document = {
      merchant_id: merchantId,
      mode: args.mode,
      ...(name === undefined ? {} : { name }),
      api_key: apiKey,
      old_key_until: oldUntil === undefined ? null : toIso(oldUntil),
    };
    await logCommand(deps, {
      action: "key.rolled",
      object: { kind: "key", id: `…${apiKey.slice(-4)}` },
      after: { name, old_key_until: document.old_key_until ?? "now" },
      merchantId,
      mode: args.mode,
    });
    const lines = Object.entries({ ...document, old_key_until: document.old_key_until ?? "now" });
    print({ json: document, text: facts(lines) }, args.json);
  });
}

export function listKeys(args: { readonly merchant: string; readonly json: boolean }) {
  return runOnInstallation(async (deps) => {
    const merchantId = merchantIdOf(args.merchant);
    const keys = (await deps.merchants.listKeys(merchantId)).map(keyDocument);
    const rows = keys.map((key) => [
      key.mode,
      key.name ?? "(main)",
      `vz_${key.mode}_…${key.last_four}`,
      key.rights?.join(" ") ?? "all",
      key.created_at,
      key.used_at ?? "-",
      key.ends_at ?? "-",
    ]);
    const heads = ["MODE", "NAME", "KEY", "RIGHTS", "CREATED", "USED", "ENDS"];
    print(
      { json: { merchant_id: merchantId, keys }, text: table(heads, rows, "no keys") },
      args.json,
    );
  });
}

export const rollKeyCommand = defineCommand({
  meta: {
    name: "roll-key",
    description: "Replace a merchant's main key, at once or with a grace period",
  },
  args: { merchant, mode, grace, json },
  run: ({ args }) => rolled(args),
});

export const merchantKeysCommand = defineCommand({
  meta: {
    name: "keys",
    description: "A merchant's keys in force, by their last four characters",
  },
  args: { merchant, json },
  run: ({ args }) => listKeys(args),
});

function merchantIdOf(text: string) {
  const merchantId = parseMerchantId(text);
  if (merchantId === undefined) throw new CommandError("--merchant must be a merchant id (mer_…)");
  return merchantId;
}

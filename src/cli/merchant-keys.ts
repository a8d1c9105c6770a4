import { defineCommand } from "citty";
import { toIso } from "../kernel/clock.ts";
import { parseMerchantId } from "../kernel/ids.ts";
import { rollKey } from "../merchant/roll-key.ts";
import { json, merchant } from "./arguments.ts";
import { durationOf } from "./duration.ts";
import { CommandError, facts, print } from "./output.ts";
import { table } from "./table.ts";
import { withService } from "./with-service.ts";

const MODES: ("test" | "live")[] = ["test", "live"];
/** Long enough for a release of the merchant's own; short enough not to be forgotten. */
const GRACE_MOST = "30d";

export const rollKeyCommand = defineCommand({
  meta: {
    name: "roll-key",
    description: "Replace a merchant's key, at once or with a grace period",
  },
  args: {
    merchant,
    mode: { type: "enum", options: MODES, default: "test", description: "Which key" },
    grace: { type: "string", default: "0", description: "How long the old key still works: 24h" },
    json,
  },
  run: ({ args }) =>
    withService(async (deps) => {
      const merchantId = merchantIdOf(args.merchant);
      const graceMs = durationOf(args.grace, { name: "--grace", most: GRACE_MOST });
      const rolled = await rollKey(deps, { merchantId, mode: args.mode, graceMs });
      if (!rolled.ok) throw new CommandError(`there is no merchant ${merchantId}`);
      const { apiKey, oldUntil } = rolled.value;
      const document = {
        merchant_id: merchantId,
        mode: args.mode,
        api_key: apiKey,
        old_key_until: oldUntil === undefined ? null : toIso(oldUntil),
      };
      const lines = Object.entries({ ...document, old_key_until: document.old_key_until ?? "now" });
      print({ json: document, text: facts(lines) }, args.json);
    }),
});

export const keysCommand = defineCommand({
  meta: {
    name: "keys",
    description: "A merchant's keys that are in force: how they end, not more",
  },
  args: { merchant, json },
  run: ({ args }) =>
    withService(async (deps) => {
      const merchantId = merchantIdOf(args.merchant);
      const keys = (await deps.merchants.listKeys(merchantId)).map((key) => ({
        mode: key.mode,
        last_four: key.lastFour,
        created_at: toIso(key.createdAt),
        ends_at: key.expiresAt === undefined ? null : toIso(key.expiresAt),
      }));
      const rows = keys.map((key) => [
        key.mode,
        `vz_${key.mode}_…${key.last_four}`,
        key.created_at,
        key.ends_at ?? "-",
      ]);
      const text = table(["MODE", "KEY", "CREATED", "ENDS"], rows, "no keys");
      print({ json: { merchant_id: merchantId, keys }, text }, args.json);
    }),
});

function merchantIdOf(text: string) {
  const merchantId = parseMerchantId(text);
  if (merchantId === undefined) throw new CommandError("--merchant must be a merchant id (mer_…)");
  return merchantId;
}

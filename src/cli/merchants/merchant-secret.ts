import { systemClock } from "../../system/clock.ts";
import { toIso } from "../../kernel/clock.ts";
import { replacedSecret, rollMerchantSecret } from "../../domain/merchant/merchant-secret.ts";
import { json, merchant } from "../kit/arguments.ts";
import { defineCommand } from "../kit/command.ts";
import { logCommand } from "../kit/command-log.ts";
import { durationOf } from "../kit/duration.ts";
import { merchantOf } from "../kit/merchant-of.ts";
import { CommandError, facts, print } from "../kit/output.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

/** The longest overlap: enough for a merchant to release its software. */
const OVERLAP_MOST = "30d";

export const rollSecretCommand = defineCommand({
  meta: {
    name: "roll-secret",
    description: "Replace the secret that signs a merchant's redirects, and show the new one, once",
  },
  args: {
    merchant,
    overlap: {
      type: "string",
      default: "24h",
      description: "Time for which the old secret still signs; 0 ends it at once",
    },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await merchantOf(deps, args.merchant);
      const { merchantId } = owner;
      const overlapMs = durationOf(args.overlap, { name: "--overlap", most: OVERLAP_MOST });
      const rolled = await rollMerchantSecret(deps, { merchantId, overlapMs });
      if (!rolled.ok) {
        const until = replacedSecret(owner, systemClock.now())?.until;
        const end = until === undefined ? "still" : `until ${toIso(until)}`;
        throw new CommandError(`the secret before this one signs ${end}; --overlap 0 ends it now`);
      }
      const { secret, oldUntil } = rolled.value;
      const until = oldUntil === undefined ? null : toIso(oldUntil);
      await logCommand(deps, {
        action: "webhook.secret_rolled",
        object: { kind: "merchant", id: merchantId },
        after: { old_secret_until: until ?? "now" },
        merchantId,
      });
      const document = { merchant_id: merchantId, secret, old_secret_until: until };
      const lines = Object.entries({ ...document, old_secret_until: until ?? "now" });
      print({ json: document, text: facts(lines) }, args.json);
    }),
});

import { defineCommand } from "./kit/command.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { Installation } from "../service/installation/installation.ts";
import { json } from "./kit/arguments.ts";
import { CommandError, print } from "./kit/output.ts";
import { runOnInstallation, UNLIMITED } from "./kit/with-installation.ts";

const args = {
  merchant: { type: "string", description: "Merchant id (mer_…); default: all merchants" },
  json,
} as const;

type Arguments = { readonly merchant?: string | undefined; readonly json: boolean };

const verify = defineCommand({
  meta: { name: "verify", description: "Compare the roll-ups behind reports with the payments" },
  args,
  run: ({ args: given }) =>
    forMerchants(given, async ({ rollups }, merchantIds) => {
      const found = [];
      for (const merchantId of merchantIds) {
        found.push({
          merchant_id: merchantId,
          differences: await rollups.countDifferences(merchantId),
        });
      }
      const text = found.map((one) => `${one.merchant_id}  ${one.differences} differences`);
      print({ json: { merchants: found }, text: text.join("\n") }, given.json);
      if (found.some(({ differences }) => differences > 0)) process.exitCode = 1;
    }),
});

const rebuild = defineCommand({
  meta: { name: "rebuild", description: "Count the payments anew, for instance after a bulk load" },
  args,
  run: ({ args: given }) =>
    forMerchants(given, async ({ rollups }, merchantIds) => {
      for (const merchantId of merchantIds) await rollups.rebuild(merchantId);
      const text = `counted the payments of ${merchantIds.length} merchants`;
      print({ json: { merchants: merchantIds }, text }, given.json);
    }),
});

function forMerchants(
  { merchant }: Arguments,
  work: (deps: Pick<Installation, "rollups">, merchantIds: readonly MerchantId[]) => Promise<void>,
): Promise<void> {
  return runOnInstallation(async (deps) => {
    const known = (await deps.merchants.list()).map(({ merchantId }) => merchantId);
    const chosen = merchant === undefined ? known : known.filter((id) => id === merchant);
    if (merchant !== undefined && chosen.length === 0) {
      throw new CommandError(`there is no merchant ${merchant}`);
    }
    await work(deps, chosen);
  }, UNLIMITED);
}

export const reportsCommand = defineCommand({
  meta: { name: "reports", description: "The counts behind lists and summaries" },
  subCommands: { verify, rebuild },
});

import { defineCommand } from "./command.ts";
import { toIso } from "../kernel/clock.ts";
import { createMerchant } from "../merchant/create-merchant.ts";
import { json } from "./arguments.ts";
import { startSandboxContract } from "../service/sandbox-settlement.ts";
import { brandCommand } from "./brand.ts";
import { COMMAND_LINE, logCommand } from "./command-log.ts";
import { merchantKeysCommand, rollKeyCommand } from "./merchant-keys.ts";
import { CommandError, facts, print } from "./output.ts";
import { MAY_BE_NEW, runOnInstallation } from "./with-installation.ts";

const create = defineCommand({
  meta: { name: "create", description: "Create a merchant and show its keys, once" },
  args: {
    name: { type: "string", required: true, description: "Name for customers" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const name = args.name.trim();
      if (name === "" || name.length > 255) {
        throw new CommandError("--name must be 1 to 255 characters");
      }
      const command = { name, createdBy: COMMAND_LINE };
      const { merchant, testApiKey, liveApiKey } = await createMerchant(deps, command);
      const { merchantId } = merchant;
      await startSandboxContract(deps, merchantId);
      const object = { kind: "merchant", id: merchantId };
      await logCommand(deps, { action: "merchant.created", object, after: { name }, merchantId });
      const document = {
        merchant_id: merchantId,
        name,
        test_api_key: testApiKey,
        live_api_key: liveApiKey,
        webhook_secret: merchant.webhookSecret,
      };
      print({ json: document, text: facts(Object.entries(document)) }, args.json);
    }, MAY_BE_NEW),
});

const list = defineCommand({
  meta: { name: "list", description: "List the merchants" },
  args: { json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const merchants = await deps.merchants.list();
      const rows = merchants.map(({ merchantId, name, createdAt }) => ({
        merchant_id: merchantId,
        name,
        created_at: toIso(createdAt),
      }));
      const text = rows.map((row) => `${row.merchant_id}  ${row.created_at}  ${row.name}`);
      print({ json: { merchants: rows }, text: text.join("\n") }, args.json);
    }),
});

export const merchantsCommand = defineCommand({
  meta: { name: "merchants", description: "Merchants, their API keys and their brands" },
  subCommands: {
    create,
    list,
    keys: merchantKeysCommand,
    "roll-key": rollKeyCommand,
    brand: brandCommand,
  },
});

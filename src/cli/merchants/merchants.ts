import { defineCommand } from "../kit/command.ts";
import { toIso } from "../../kernel/clock.ts";
import { createMerchant, merchantName } from "../../domain/merchant/create-merchant.ts";
import { isSuspended, setSuspended } from "../../domain/merchant/suspend-merchant.ts";
import { json, merchant } from "../kit/arguments.ts";
import { startSandboxContract } from "../../service/runtime/sandbox-settlement.ts";
import { brandCommand } from "./brand.ts";
import { COMMAND_LINE, logCommand } from "../kit/command-log.ts";
import { merchantKeysCommand, rollKeyCommand } from "./merchant-keys.ts";
import { rollSecretCommand } from "./merchant-secret.ts";
import { merchantOf } from "../kit/merchant-of.ts";
import { CommandError, facts, print } from "../kit/output.ts";
import { MAY_BE_NEW, runOnInstallation } from "../kit/with-installation.ts";

const create = defineCommand({
  meta: { name: "create", description: "Create a merchant and show its keys, once" },
  args: {
    name: { type: "string", required: true, description: "Name for customers" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const name = merchantName(args.name);
      if (name === undefined) throw new CommandError("--name must be 1 to 255 characters");
      const command = { name, createdBy: COMMAND_LINE };
      const { merchant: made, testApiKey, liveApiKey } = await createMerchant(deps, command);
      const { merchantId } = made;
      await startSandboxContract(deps, merchantId);
      const object = { kind: "merchant", id: merchantId };
      await logCommand(deps, { action: "merchant.created", object, after: { name }, merchantId });
      const document = {
        merchant_id: merchantId,
        name,
        test_api_key: testApiKey,
        live_api_key: liveApiKey,
        webhook_secret: made.webhookSecret,
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
      const rows = merchants.map((one) => ({
        merchant_id: one.merchantId,
        name: one.name,
        state: isSuspended(one) ? "suspended" : "active",
        created_at: toIso(one.createdAt),
      }));
      const text = rows.map(
        (row) => `${row.merchant_id}  ${row.created_at}  ${row.state}  ${row.name}`,
      );
      print(
        { json: { merchants: rows }, text: text.length > 0 ? text.join("\n") : "no merchants" },
        args.json,
      );
    }),
});

const suspend = suspending(
  "suspend",
  "Let a merchant take no new payments; refunds and reports go on",
);
const resume = suspending("resume", "Let a suspended merchant take payments again");

function suspending(name: "suspend" | "resume", description: string) {
  return defineCommand({
    meta: { name, description },
    args: { merchant, json },
    run: ({ args }) =>
      runOnInstallation(async (deps) => {
        const found = await merchantOf(deps, args.merchant);
        const { merchantId } = found;
        const isToStop = name === "suspend";
        if (await setSuspended(deps, found, isToStop)) {
          const action = isToStop ? "merchant.suspended" : "merchant.resumed";
          const object = { kind: "merchant", id: merchantId };
          await logCommand(deps, { action, object, merchantId });
        }
        const state = isToStop ? "suspended" : "active";
        print({ json: { merchant_id: merchantId, state }, text: state }, args.json);
      }),
  });
}

export const merchantsCommand = defineCommand({
  meta: { name: "merchants", description: "Merchants, their API keys and their brands" },
  subCommands: {
    create,
    list,
    suspend,
    resume,
    keys: merchantKeysCommand,
    "roll-key": rollKeyCommand,
    "roll-secret": rollSecretCommand,
    brand: brandCommand,
  },
});

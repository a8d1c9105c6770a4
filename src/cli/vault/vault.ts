import { defineCommand } from "../kit/command.ts";
import { sleep } from "../../system/sleep.ts";
import { MINUTE, SECOND, toIso } from "../../kernel/clock.ts";
import {
  rewrapVaultKeys,
  rotateVault,
  sealSigners,
  vaultKeyStatus,
} from "../../service/runtime/vault-rotation.ts";
import { json } from "../kit/arguments.ts";
import { makeParts } from "./make-parts.ts";
import { CommandError, facts, print, printError } from "../kit/output.ts";
import { runOnInstallation, UNLIMITED } from "../kit/with-installation.ts";

const rotate = defineCommand({
  meta: {
    name: "rotate",
    description:
      "Encrypt cards, second factors and bank credentials under a new key, also while it runs",
  },
  args: {
    wait: {
      type: "string",
      description: "Seconds for running processes to find the new key",
      default: "30",
    },
    "forget-old-keys": {
      type: "boolean",
      description:
        "Remove keys that encrypt nothing any more from vault-key.json and the KMS's table",
      default: false,
    },
    "leave-kms": {
      type: "boolean",
      description: "Put a key outside the KMS in force",
      default: false,
    },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (installation) => {
      if (args["leave-kms"] && installation.config.vault.kms.keys.length === 0) {
        throw new CommandError("--leave-kms needs VEZNE_KMS_KEY, which has the key in force");
      }
      if (!/^\d{1,4}$/.test(args.wait)) {
        throw new CommandError("--wait must be a number of seconds from 0 to 9999");
      }
      const options = {
        forgetOld: args["forget-old-keys"],
        leaveKms: args["leave-kms"],
        patienceMs: Number(args.wait) * SECOND,
      };
      const rotation = await rotateVault(installation, options, args.json ? sleep : sleepAloud);
      if (rotation === undefined) {
        throw new CommandError(
          "no card, second factor or acquirer connection is stored yet, so there is no key to replace",
        );
      }
      const document = {
        key_id: rotation.keyId,
        previous_key_id: rotation.previousKeyId,
        rewrapped: rotation.rewrapped,
        unreadable: rotation.unreadable,
      };
      const lines = Object.entries(document).map(([name, value]) => [name, String(value)] as const);
      print({ json: document, text: facts(lines) }, args.json);
      if (rotation.unreadable > 0) process.exitCode = 1;
      if (rotation.stillInUse.length > 0) {
        throw new CommandError(
          `${rotation.stillInUse.join(", ")} still encrypts records and was not removed. ` +
            "vezne vault status counts them; run this again once they are mended or erased.",
        );
      }
    }, UNLIMITED),
});

/** Tells a person why the command stands still. */
function sleepAloud(ms: number): Promise<void> {
  if (ms >= MINUTE) {
    const wait = `waiting ${ms / SECOND} s until no value of a bank can be on its way`;
    printError(`vezne: ${wait} under the old key`);
  }
  return sleep(ms);
}

const status = defineCommand({
  meta: {
    name: "status",
    description: "Show the keys, with the number of records under each",
  },
  args: { json },
  run: ({ args }) =>
    runOnInstallation(async (installation) => {
      const keys = (await vaultKeyStatus(installation)).map(
        ({ keyId, age, isHere, ...counts }) => ({
          key_id: keyId,
          in_force: age !== undefined,
          in_force_since: age === undefined ? null : toIso(age.since),
          replace_by: age === undefined ? null : toIso(age.dueAt),
          on_this_machine: isHere,
          cards: counts.cards,
          second_factors: counts.secondFactors,
          acquirer_connections: counts.connections,
          signing_secrets: counts.signingSecrets,
          attempts: counts.attempts,
        }),
      );
      const text = keys.map(
        (key) =>
          `${key.key_id}  ${key.in_force ? "in force" : "        "}  ` +
          `${key.on_this_machine ? "here" : "NOT ON THIS MACHINE"}  ` +
          `${key.cards} cards, ${key.second_factors} second factors, ` +
          `${key.acquirer_connections} acquirer connections, ` +
          `${key.signing_secrets} signing secrets, ${key.attempts} attempts` +
          (key.replace_by === null ? "" : `, replace by ${key.replace_by.slice(0, 10)}`),
      );
      print({ json: { keys }, text: text.join("\n") }, args.json);
    }, UNLIMITED),
});

const rewrap = defineCommand({
  meta: {
    name: "rewrap",
    description: "Encrypt the vault keys again with the newest version of the KMS's key",
  },
  args: { json },
  run: ({ args }) =>
    runOnInstallation(async (installation) => {
      if (installation.config.vault.kms.keys.length === 0) {
        throw new CommandError("VEZNE_KMS_KEY is not set");
      }
      const document = { rewrapped: await rewrapVaultKeys(installation) };
      print(
        { json: document, text: facts([["rewrapped", String(document.rewrapped)]]) },
        args.json,
      );
    }),
});

const seal = defineCommand({
  meta: {
    name: "seal",
    description: "Encrypt the secrets that sign webhooks and redirects; no way back",
  },
  args: { json },
  run: ({ args }) =>
    runOnInstallation(async (installation) => {
      const sealed = await sealSigners(installation);
      print(
        { json: { signing_secrets: sealed }, text: facts([["signing_secrets", String(sealed)]]) },
        args.json,
      );
    }, UNLIMITED),
});

export const vaultCommand = defineCommand({
  meta: {
    name: "vault",
    description:
      "The keys that encrypt cards, second factors, bank credentials and signing secrets",
  },
  subCommands: { rotate, rewrap, seal, status, "make-parts": makeParts },
});

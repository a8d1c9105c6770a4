import { defineCommand } from "citty";
import { openVaultAdministration } from "../service/compose-vault-rotation.ts";
import { SECOND, toIso } from "../kernel/clock.ts";
import { json } from "./arguments.ts";
import { makeParts } from "./make-parts.ts";
import { CommandError, facts, print } from "./output.ts";
import { withParts } from "./with-service.ts";

const rotate = defineCommand({
  meta: {
    name: "rotate",
    description:
      "Put stored cards and second factors under a new key, while the service runs; goes on if it was stopped",
  },
  args: {
    wait: {
      type: "string",
      description: "Seconds that running processes get to find the new key",
      default: "30",
    },
    "forget-old-keys": {
      type: "boolean",
      description: "Take keys that nothing is under any more out of vault-key.json",
      default: false,
    },
    json,
  },
  run: ({ args }) =>
    withParts(openVaultAdministration, async (vault) => {
      if (!/^\d{1,4}$/.test(args.wait)) {
        throw new CommandError("--wait must be a number of seconds from 0 to 9999");
      }
      const rotation = await vault.rotate({
        forgetOld: args["forget-old-keys"],
        patienceMs: Number(args.wait) * SECOND,
      });
      if (rotation === undefined) {
        throw new CommandError("nothing has been sealed yet, so there is no key to replace");
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
    }),
});

const status = defineCommand({
  meta: {
    name: "status",
    description: "The keys of what is sealed, and how much is under each",
  },
  args: { json },
  run: ({ args }) =>
    withParts(openVaultAdministration, async (vault) => {
      const keys = (await vault.standing()).map(({ keyId, age, isHere, ...counts }) => ({
        key_id: keyId,
        in_force: age !== undefined,
        in_force_since: age === undefined ? null : toIso(age.since),
        replace_by: age === undefined ? null : toIso(age.dueAt),
        on_this_machine: isHere,
        cards: counts.cards,
        second_factors: counts.secondFactors,
      }));
      const text = keys.map(
        (key) =>
          `${key.key_id}  ${key.in_force ? "in force" : "        "}  ` +
          `${key.on_this_machine ? "here" : "NOT ON THIS MACHINE"}  ` +
          `${key.cards} cards, ${key.second_factors} second factors` +
          (key.replace_by === null ? "" : `, replace by ${key.replace_by.slice(0, 10)}`),
      );
      print({ json: { keys }, text: text.join("\n") }, args.json);
    }),
});

export const vaultCommand = defineCommand({
  meta: {
    name: "vault",
    description: "The keys that stored cards and second factors are kept under",
  },
  subCommands: { rotate, status, "make-parts": makeParts },
});

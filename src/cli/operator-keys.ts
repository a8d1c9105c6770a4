import { defineCommand } from "./kit/command.ts";
import { systemClock } from "../system/clock.ts";
import { toIso } from "../kernel/clock.ts";
import { parseOperatorKeyId } from "../kernel/ids.ts";
import { KEY_NETWORKS_MAX } from "../domain/merchant/create-key.ts";
import {
  createOperatorKey,
  OPERATOR_KEY_DAYS_MAX,
  type CreateOperatorKeyRefusal,
} from "../domain/merchant/create-operator-key.ts";
import { isOperatorKeyInForce, type OperatorKey } from "../domain/merchant/operator-key.ts";
import {
  isOperatorRight,
  OPERATOR_RIGHTS,
  type OperatorRight,
} from "../domain/merchant/operator-right.ts";
import { json } from "./kit/arguments.ts";
import { COMMAND_LINE, logCommand } from "./kit/command-log.ts";
import { durationOf } from "./kit/duration.ts";
import { networksOf } from "./merchants/keys.ts";
import { wordsOf } from "../kernel/text.ts";
import { CommandError, facts, print } from "./kit/output.ts";
import { table } from "./kit/table.ts";
import { runOnInstallation } from "./kit/with-installation.ts";

const LIFETIME_MOST = `${OPERATOR_KEY_DAYS_MAX}d`;

const create = defineCommand({
  meta: {
    name: "create",
    description: "Make a key of the administration API, which reaches every merchant; shown once",
  },
  args: {
    name: { type: "string", required: true, description: "Name of the key" },
    rights: {
      type: "string",
      required: true,
      description: `Separated by commas: ${OPERATOR_RIGHTS.join(", ")}; or all`,
    },
    networks: {
      type: "string",
      description: "Allowed networks, separated by commas: 203.0.113.0/24",
    },
    expires: {
      type: "string",
      default: "90d",
      description: `Lifetime: 90d by default, ${LIFETIME_MOST} at most`,
    },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const rights = rightsOf(args.rights);
      const networks = networksOf(args.networks ?? "");
      const created = await createOperatorKey(deps, {
        name: args.name,
        rights,
        networks,
        lifetimeMs: durationOf(args.expires, { name: "--expires", most: LIFETIME_MOST }),
        createdBy: COMMAND_LINE,
      });
      if (!created.ok) throw new CommandError(REFUSALS[created.refusal]);
      const { text, stored } = created.value;
      await logCommand(deps, {
        action: "operator_key.created",
        object: { kind: "operator_key", id: stored.keyId },
        after: { name: stored.name, rights: rights.join(" "), networks: networks.join(" ") },
        merchantId: undefined,
      });
      const document = { key: text, ...documentOf(stored, "in_force") };
      print({ json: document, text: facts(linesOf(document)) }, args.json);
    }),
});

const REFUSALS: Readonly<Record<CreateOperatorKeyRefusal, string>> = {
  bad_name: "--name must be 1 to 80 characters",
  name_taken: "--name must be another: a key that is not revoked has it",
  no_rights: `--rights must name one at least of ${OPERATOR_RIGHTS.join(", ")}`,
  too_many_networks: `--networks must be ${KEY_NETWORKS_MAX} at most`,
  bad_lifetime: `--expires must be more than 0 and at most ${LIFETIME_MOST}`,
};

const list = defineCommand({
  meta: { name: "list", description: "List the operator keys: rights, ends and last uses" },
  args: { json },
  run: ({ args }) =>
    runOnInstallation(async ({ operatorKeys }) => {
      const now = systemClock.now();
      const keys = (await operatorKeys.list()).map((key) => {
        const state = isOperatorKeyInForce(key, now)
          ? "in_force"
          : key.revokedAt === undefined
            ? "expired"
            : "revoked";
        return documentOf(key, state);
      });
      const rows = keys.map((key) => [
        key.key_id,
        key.name,
        key.state,
        `…${key.last_four}`,
        key.rights.join(" "),
        key.used_at ?? "-",
        key.expires_at,
      ]);
      const heads = ["ID", "NAME", "STATE", "KEY", "RIGHTS", "USED", "ENDS"];
      print({ json: { keys }, text: table(heads, rows, "no operator keys") }, args.json);
    }),
});

const revoke = defineCommand({
  meta: { name: "revoke", description: "Revoke an operator key now" },
  args: {
    key: { type: "positional", required: true, description: "Id of the key (opk_…)" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const keyId = parseOperatorKeyId(args.key);
      if (keyId === undefined || !(await deps.operatorKeys.revoke(keyId, deps.clock.now()))) {
        throw new CommandError("there is no such key that is not revoked; list shows the ids");
      }
      await logCommand(deps, {
        action: "operator_key.revoked",
        object: { kind: "operator_key", id: keyId },
        merchantId: undefined,
      });
      print({ json: { key_id: keyId, state: "revoked" }, text: "revoked" }, args.json);
    }),
});

export const operatorKeysCommand = defineCommand({
  meta: { name: "operator-keys", description: "Keys of the administration API" },
  subCommands: { create, list, revoke },
});

function rightsOf(text: string): readonly OperatorRight[] {
  if (text.trim() === "all") return OPERATOR_RIGHTS;
  const words = wordsOf(text);
  const rights = words.filter(isOperatorRight);
  if (rights.length === words.length) return [...new Set(rights)];
  throw new CommandError(`--rights must be all, or some of ${OPERATOR_RIGHTS.join(", ")}`);
}

function documentOf(key: OperatorKey, state: "in_force" | "expired" | "revoked") {
  return {
    key_id: key.keyId,
    name: key.name,
    state,
    last_four: key.lastFour,
    rights: key.rights,
    networks: key.networks,
    created_at: toIso(key.createdAt),
    created_by: key.createdBy,
    expires_at: toIso(key.expiresAt),
    used_at: key.usedAt === undefined ? null : toIso(key.usedAt),
    used_from: key.usedFrom ?? null,
  };
}

type PrintedValue = string | null | readonly string[];

function linesOf(document: Readonly<Record<string, PrintedValue>>): readonly [string, string][] {
  return Object.entries(document).map(([name, value]) => [
    name,
    typeof value === "string" ? value : (value?.join(" ") ?? "-"),
  ]);
}

import { defineCommand } from "../kit/command.ts";
import type { AcquirerConnection, ConnectionState } from "../../domain/connection/connection.ts";
import { connectionDocument } from "../../domain/connection/connection-document.ts";
import { moveConnection } from "../../domain/connection/manage-connection.ts";
import { conditionState } from "../../domain/connection/checklist.ts";
import { keyState, keyStateAmong } from "../../domain/connection/store-key.ts";
import { askBank } from "../../acquirer/connection/check-connection.ts";
import { parseConnectionId } from "../../kernel/ids.ts";
import type { AuditAction } from "../../domain/merchant/audit.ts";
import { openConnections } from "../../service/runtime/connections.ts";
import type { Installation } from "../../service/installation/installation.ts";
import { add } from "./acquirers-add.ts";
import { protocols } from "./acquirers-protocols.ts";
import { route, rules } from "./acquirers-route.ts";
import { json } from "../kit/arguments.ts";
import { logCommand } from "../kit/command-log.ts";
import { connectionText } from "./connection-text.ts";
import { differencesDocument, differencesText } from "./difference-text.ts";
import { CommandError, print } from "../kit/output.ts";
import { table } from "../kit/table.ts";
import { ownerArguments, ownerOf } from "../kit/terms-owner.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

const connection = {
  type: "positional",
  required: true,
  description: "Id of the connection (acq_…)",
} as const;

const list = defineCommand({
  meta: { name: "list", description: "List a merchant's connections of one mode" },
  args: ownerArguments,
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const found = await deps.connections.list(owner);
      const rows = found.map((one) => [
        one.connectionId,
        one.state,
        one.title,
        `${one.protocol}/${one.bank}`,
        one.terminal,
        one.lastCheck?.kind ?? "not asked",
        keyStateAmong(deps.protocols, one).replaceAll("_", " "),
      ]);
      const headings = ["id", "state", "title", "bank", "terminal", "last check", "store key"];
      const text = table(headings, rows, "no connections: vezne acquirers add makes one");
      const connections = found.map((one) =>
        connectionDocument(one, keyStateAmong(deps.protocols, one)),
      );
      print({ json: { connections }, text }, args.json);
    }),
});

const show = defineCommand({
  meta: { name: "show", description: "Show a connection, without its secrets" },
  args: { connection, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const found = await connectionOf(deps, args.connection);
      const document = connectionDocument(found, keyStateAmong(deps.protocols, found));
      print({ json: document, text: connectionText(found, document) }, args.json);
    }),
});

const test = defineCommand({
  meta: { name: "test", description: "Ask the bank whether it accepts the credentials" },
  args: { connection, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const found = await connectionOf(deps, args.connection);
      const connections = await openConnections(deps);
      try {
        const check = await askBank({ ...deps, opened: connections.opened }, found);
        const protocol = connections.protocols.find(({ name }) => name === found.protocol);
        const conditions = (protocol?.checklist ?? []).map((item) => ({
          name: item.name,
          title: item.title.en,
          state: conditionState(item, check, keyState(found, protocol)),
        }));
        const { kind, code = null, message = null } = check;
        const lines = [
          [kind, code, message].filter((part) => part !== null).join("  "),
          ...conditions.map(({ state, title }) => `${state.replaceAll("_", " ")}  ${title}`),
        ];
        print({ json: { kind, code, message, conditions }, text: lines.join("\n") }, args.json);
        if (kind !== "ready") process.exitCode = 1;
      } finally {
        await connections.close();
      }
    }),
});

const returns = defineCommand({
  meta: {
    name: "returns",
    description: "Show the returns of 3-D Secure whose signature differs",
  },
  args: { connection, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const found = await connectionOf(deps, args.connection);
      const state = keyStateAmong(deps.protocols, found);
      const differences = await deps.returnDifferences.list(found.connectionId);
      const text = differencesText(state, differences);
      print({ json: differencesDocument(state, differences), text }, args.json);
    }),
});

const disable = moving("disable", "disabled", "Let a connection take no payments for now");
const enable = moving("enable", "active", "Let a disabled connection take payments again");
const retire = moving(
  "retire",
  "retired",
  "End a connection for good; it still serves refunds and inquiries of its payments",
);

const ACTIONS = {
  active: "connection.enabled",
  disabled: "connection.disabled",
  retired: "connection.retired",
} as const satisfies Record<ConnectionState, AuditAction>;

function moving(name: string, to: ConnectionState, description: string) {
  return defineCommand({
    meta: { name, description },
    args: { connection, json },
    run: ({ args }) =>
      runOnInstallation(async (deps) => {
        const found = await connectionOf(deps, args.connection);
        if (!(await moveConnection(deps, found, to))) {
          throw new CommandError("the connection is retired, which is final");
        }
        await logCommand(deps, {
          action: ACTIONS[to],
          object: { kind: "connection", id: found.connectionId },
          before: { state: found.state },
          after: { state: to },
          merchantId: found.merchantId,
          mode: found.mode,
        });
        const document = { connection_id: found.connectionId, state: to };
        print({ json: document, text: `${found.title} is ${to}` }, args.json);
      }),
  });
}

async function connectionOf(
  { connections }: Pick<Installation, "connections">,
  text: string,
): Promise<AcquirerConnection> {
  const connectionId = parseConnectionId(text);
  const found = connectionId && (await connections.find(connectionId));
  if (found !== undefined) return found;
  throw new CommandError("there is no such connection; vezne acquirers list shows the ids");
}

export const acquirersCommand = defineCommand({
  meta: { name: "acquirers", description: "A merchant's connections to banks, and their routing" },
  subCommands: { protocols, add, list, show, test, returns, disable, enable, retire, rules, route },
});

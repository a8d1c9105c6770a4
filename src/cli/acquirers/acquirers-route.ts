import { joinedOr } from "../../kernel/text.ts";
import { readFile } from "node:fs/promises";
import { defineCommand } from "../kit/command.ts";
import { routePayment } from "../../domain/connection/route-payment.ts";
import type { PlaceReason, Route } from "../../domain/connection/route.ts";
import {
  checkRule,
  DEFAULT_RULES,
  RULES_MAX,
  type RuleDraft,
} from "../../domain/connection/rule.ts";
import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { money } from "../../kernel/money.ts";
import { openBins } from "../../service/runtime/cards.ts";
import { openConnections } from "../../service/runtime/connections.ts";
import { faultLines } from "./acquirers-add.ts";
import { logCommand } from "../kit/command-log.ts";
import { currencyOf, minorOf } from "../kit/money-text.ts";
import { CommandError, print } from "../kit/output.ts";
import { readRuleDrafts, ruleDocument } from "./rule-document.ts";
import { ownerArguments, ownerOf } from "../kit/terms-owner.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

export const route = defineCommand({
  meta: { name: "route", description: "Say which connection would take a payment, and why" },
  args: {
    ...ownerArguments,
    bin: { type: "string", required: true, description: "First six to eight digits of the card" },
    amount: { type: "string", required: true, description: "Amount: 1250.50" },
    currency: { type: "string", default: "TRY", description: CURRENCY_CODES.join(", ") },
    installments: { type: "string", default: "1", description: "Installment count" },
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      if (!/^\d{6,8}$/.test(args.bin)) throw new CommandError("--bin must be six to eight digits");
      if (!/^\d{1,2}$/.test(args.installments) || Number(args.installments) < 1) {
        throw new CommandError("--installments must be a count from 1 to 99");
      }
      const amount = money(minorOf(args.amount, "--amount"), currencyOf(args.currency));
      const bins = await openBins(deps);
      const connections = await openConnections(deps);
      try {
        const found = await routePayment(connections.routing, owner, {
          bin: args.bin,
          card: bins.table(owner.mode).find(args.bin).best,
          amount,
          installmentCount: Number(args.installments),
          needsChallenge: false,
          now: deps.clock.now(),
        });
        print({ json: routeDocument(found), text: routeText(found) }, args.json);
      } finally {
        await connections.close();
      }
    }),
});

function routeDocument({ candidates, excluded }: Route) {
  return {
    candidates: candidates.map(({ connection, reasons }) => ({
      connection_id: connection.connectionId,
      title: connection.title,
      reasons: reasons.map(reasonText),
    })),
    excluded: excluded.map(({ connection, reason, rule = null }) => ({
      connection_id: connection.connectionId,
      title: connection.title,
      reason,
      rule,
    })),
  };
}

function routeText(found: Route): string {
  const { candidates, excluded } = routeDocument(found);
  const lines = [
    ...candidates.map(
      ({ title, reasons }, index) =>
        `${index + 1}. ${title}: ${joinedOr("the only one left", reasons)}`,
    ),
    ...excluded.map(
      ({ title, reason, rule }) =>
        `-  ${title}: ${reason.replaceAll("_", " ")}${rule === null ? "" : ` (${rule})`}`,
    ),
  ];
  if (lines.length === 0) return "the merchant has no connection in this mode";
  return lines.join("\n");
}

function reasonText(reason: PlaceReason): string {
  switch (reason.kind) {
    case "rule":
      return `rule "${reason.rule}"`;
    case "cost":
      return `commission ${(reason.basisPoints / 100).toFixed(2)} %`;
    case "weight":
      return `weight ${reason.weight}`;
    case "unhealthy":
      return "lately failed, so it comes last";
    case "tried_again":
      return "lately failed, and is tried again";
  }
}

const set = defineCommand({
  meta: { name: "set", description: "Replace all routing rules by those of a JSON file" },
  args: {
    ...ownerArguments,
    file: {
      type: "positional",
      required: true,
      description: "File as rules show --json prints it",
    },
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const drafts = await readRules(args.file);
      const known = await deps.connections.list(owner);
      const rules = drafts.map((draft, index) => {
        const checked = checkRule(draft, known);
        if (checked.ok) return checked.value;
        throw new CommandError(`rule ${index + 1}: ${faultLines(checked.refusal)}`);
      });
      await deps.connections.replaceRules(owner, rules);
      await logCommand(deps, {
        action: "routing.changed",
        object: { kind: "routing", id: owner.mode },
        after: { rules: rules.map(({ name }) => name).join(", ") },
        ...owner,
      });
      print({ json: { rules: rules.length }, text: `${rules.length} rules` }, args.json);
    }),
});

const show = defineCommand({
  meta: { name: "show", description: "Show the routing rules in their order" },
  args: ownerArguments,
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const stored = await deps.connections.rules(owner);
      const rules = (stored.length === 0 ? DEFAULT_RULES : stored).map(ruleDocument);
      const text = rules.map(
        ({ name, action, connections }, index) =>
          `${index + 1}. ${name}: ${action} ${connections.join(", ")}`,
      );
      print({ json: { rules }, text: text.join("\n") }, args.json);
    }),
});

export const rules = defineCommand({
  meta: { name: "rules", description: "A merchant's routing rules" },
  subCommands: { show, set },
});

async function readRules(path: string): Promise<readonly RuleDraft[]> {
  const content = await readFile(path, "utf8").catch((error: unknown) => {
    throw new CommandError(`<file>: ${String(error)}`, { cause: error });
  });
  const drafts = readRuleDrafts(content);
  if (drafts.length > RULES_MAX)
    throw new CommandError(`<file> must have ${RULES_MAX} rules at most`);
  return drafts;
}

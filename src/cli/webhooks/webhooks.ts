import { MODES } from "../kit/terms-owner.ts";
import { defineCommand } from "../kit/command.ts";
import { signingSecrets, type Endpoint } from "../../domain/event/endpoint.ts";
import { EVENT_TYPES, isEventType, type EventType } from "../../domain/event/event.ts";
import { registerEndpoint } from "../../domain/event/register-endpoint.ts";
import { rollSecret } from "../../domain/event/roll-secret.ts";
import { HOUR, toIso } from "../../kernel/clock.ts";
import { merchantSecrets } from "../../domain/merchant/merchant-secret.ts";
import { json, merchant } from "../kit/arguments.ts";
import { CommandError, facts, print } from "../kit/output.ts";
import { table } from "../kit/table.ts";
import { deliveriesCommand, resend } from "./webhook-deliveries.ts";
import { merchantOf } from "../kit/merchant-of.ts";
import { endpointOf } from "./webhook-owner.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

const endpoint = { type: "string", required: true, description: "Endpoint id (whe_…)" } as const;
const OVERLAP_HOURS_MAX = 168;
const DESCRIPTION_MAX = 255;

const add = defineCommand({
  meta: { name: "add", description: "Send a merchant's events to an address from now on" },
  args: {
    merchant,
    mode: { type: "enum", options: MODES, default: "test", description: "Mode of the events" },
    url: { type: "string", required: true, description: "Address: https, or http in test mode" },
    events: { type: "string", description: "Event types, separated by commas; default: all" },
    description: { type: "string", default: "", description: "Note for people" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await merchantOf(deps, args.merchant);
      if (args.description.length > DESCRIPTION_MAX) {
        throw new CommandError(`--description must be at most ${DESCRIPTION_MAX} characters`);
      }
      const made = await registerEndpoint(deps, {
        merchantId: owner.merchantId,
        mode: args.mode,
        url: args.url,
        description: args.description,
        eventTypes: eventTypesOf(args.events),
        secret: "merchant",
      });
      if (!made.ok) {
        throw new CommandError(
          made.refusal.code === "invalid_url"
            ? `--url ${made.refusal.message}`
            : `a merchant may have ${made.refusal.most} endpoints of a mode`,
        );
      }
      const now = deps.clock.now();
      const [secret] = signingSecrets(made.value, merchantSecrets(owner, now), now);
      show({ ...endpointDocument(made.value), secret }, args.json);
    }),
});

const list = defineCommand({
  meta: { name: "list", description: "List a merchant's endpoints" },
  args: { merchant, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const { merchantId } = await merchantOf(deps, args.merchant);
      const endpoints = (await deps.endpoints.list({ merchantId })).map(endpointDocument);
      const rows = endpoints.map((one) => [
        one.endpoint_id,
        one.mode,
        one.disabled_reason === null ? one.state : `${one.state}: ${one.disabled_reason}`,
        one.events === "all" ? "all" : one.events.join(","),
        one.url,
      ]);
      const text = table(["ENDPOINT", "MODE", "STATE", "EVENTS", "URL"], rows, "no endpoints");
      print({ json: { endpoints }, text }, args.json);
    }),
});

const remove = defineCommand({
  meta: { name: "remove", description: "Remove an endpoint, its deliveries and their log" },
  args: { endpoint, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const { endpointId } = await endpointOf(deps, args.endpoint);
      await deps.endpoints.remove(endpointId);
      show({ removed: true, endpoint_id: endpointId }, args.json);
    }),
});

const enable = defineCommand({
  meta: { name: "enable", description: "Enable an endpoint; waiting deliveries are sent at once" },
  args: { endpoint, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const { endpointId } = await endpointOf(deps, args.endpoint);
      await deps.endpoints.enable(endpointId, deps.clock.now());
      show(endpointDocument(await endpointOf(deps, endpointId)), args.json);
    }),
});

const disable = defineCommand({
  meta: { name: "disable", description: "Disable an endpoint; its deliveries wait" },
  args: { endpoint, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const found = await endpointOf(deps, args.endpoint);
      const { endpointId } = found;
      await deps.endpoints.disable(endpointId, { reason: "by_hand", at: deps.clocks.now(found) });
      show(endpointDocument(await endpointOf(deps, endpointId)), args.json);
    }),
});

const roll = defineCommand({
  meta: {
    name: "roll",
    description: "Give an endpoint a new secret; both sign until the old one ends",
  },
  args: {
    endpoint,
    overlap: {
      type: "string",
      default: "24",
      description: "Hours for which the old secret still signs",
    },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const hours = /^\d{1,3}$/.test(args.overlap) ? Number(args.overlap) : Number.NaN;
      if (!(hours <= OVERLAP_HOURS_MAX)) {
        throw new CommandError(
          `--overlap must be a number of hours from 0 to ${OVERLAP_HOURS_MAX}`,
        );
      }
      const { endpointId } = await endpointOf(deps, args.endpoint);
      const rolled = await rollSecret(deps, { endpointId, overlapMs: hours * HOUR });
      if (!rolled.ok) throw new CommandError(`there is no endpoint ${endpointId}`);
      show({ endpoint_id: endpointId, secret: rolled.value.secret }, args.json);
    }),
});

export const webhooksCommand = defineCommand({
  meta: { name: "webhooks", description: "Webhook endpoints and their deliveries" },
  subCommands: {
    add,
    list,
    remove,
    enable,
    disable,
    secret: defineCommand({
      meta: { name: "secret", description: "The secret that signs deliveries" },
      subCommands: { roll },
    }),
    deliveries: deliveriesCommand,
    resend,
  },
});

function eventTypesOf(text: string | undefined): readonly EventType[] | undefined {
  if (text === undefined) return undefined;
  const types = text.split(",").map((type) => type.trim());
  if (types.every(isEventType)) return types;
  throw new CommandError(`--events must be one or more of ${EVENT_TYPES.join(", ")}`);
}

function endpointDocument(one: Endpoint) {
  return {
    endpoint_id: one.endpointId,
    merchant_id: one.merchantId,
    mode: one.mode,
    url: one.url,
    description: one.description,
    events: one.eventTypes ?? ("all" as const),
    state: one.disabled === undefined ? "enabled" : "disabled",
    disabled_reason: one.disabled?.reason ?? null,
    disabled_at: one.disabled === undefined ? null : toIso(one.disabled.at),
    failing_since: one.failingSince === undefined ? null : toIso(one.failingSince),
    created_at: toIso(one.createdAt),
  };
}

function show(document: Readonly<Record<string, unknown>>, asJson: boolean): void {
  const lines = Object.entries(document).filter(([, value]) => value !== null && value !== "");
  print(
    { json: document, text: facts(lines.map(([name, value]) => [name, String(value)])) },
    asJson,
  );
}

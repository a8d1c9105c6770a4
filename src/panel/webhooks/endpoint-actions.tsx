import type { Language } from "../../kernel/language.ts";
import type { Endpoint } from "../../domain/event/endpoint.ts";
import type { ResendRequest } from "../../domain/event/ports.ts";
import { rollSecret } from "../../domain/event/roll-secret.ts";
import { HOUR } from "../../kernel/clock.ts";
import { startOfDay } from "../../kernel/day.ts";
import { parseEventId } from "../../kernel/ids.ts";
import type { AuditAction } from "../../domain/merchant/audit.ts";
import { done, NOT_FOUND, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { ShownOnce } from "../../page/parts/shown-once.tsx";
import { readTypedDay } from "../../page/parts/typed-day.ts";
import type { Question } from "../kit/question.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { shell } from "../words/shell.ts";
import { dayWords } from "../../page/parts/day-words.ts";
import { OVERLAP_HOURS } from "./endpoint-forms.tsx";
import { findEndpoint } from "./find-endpoint.ts";
import { webhookWords } from "./words.ts";

type Act = (context: MerchantContext, endpoint: Endpoint) => Promise<PanelAnswer>;
type Form = {
  readonly act: Act;
  readonly ask?: (context: MerchantContext, endpoint: Endpoint) => Question | undefined;
};

/** The forms that change an endpoint or send events to it again. */
export const endpointActionRoutes: readonly PanelRoute[] = [
  actionRoute("enable", "webhook.changed", { act: turnOn }),
  actionRoute("disable", "webhook.changed", { act: turnOff }),
  actionRoute("remove", "webhook.removed", { act: remove, ask: askRemove }),
  actionRoute("roll", "webhook.secret_rolled", { act: roll, ask: askRoll }),
  actionRoute("resend", "webhook.resent", { act: resendRange }),
  actionRoute(":event/resend", "webhook.resent", { act: resendOne }),
];

function actionRoute(path: string, action: AuditAction, { act, ask }: Form): PanelRoute {
  const asking = async (context: MerchantContext): Promise<Question | undefined> => {
    const endpoint = await findEndpoint(context);
    return endpoint === undefined ? undefined : ask?.(context, endpoint);
  };
  return merchantRoute({
    method: "POST",
    path: `webhooks/:endpoint/${path}`,
    permission: "webhooks.change",
    audit: { action, kind: "endpoint", field: "endpoint" },
    run: async (context) => {
      const endpoint = await findEndpoint(context);
      return endpoint === undefined ? NOT_FOUND : act(context, endpoint);
    },
    ...(ask === undefined ? {} : { ask: asking }),
  });
}

function pathOf(context: MerchantContext, { endpointId }: Endpoint): string {
  return context.to(`webhooks/${endpointId}`);
}

async function turnOn(context: MerchantContext, endpoint: Endpoint): Promise<PanelAnswer> {
  const { kit, language } = context;
  await kit.endpoints.enable(endpoint.endpointId, kit.clock.now());
  await context.log.done({ after: { state: "enabled" } });
  return redirect(pathOf(context, endpoint), done(webhookWords[language].turnedOn));
}

async function turnOff(context: MerchantContext, endpoint: Endpoint): Promise<PanelAnswer> {
  const { kit, language } = context;
  await kit.endpoints.disable(endpoint.endpointId, {
    reason: "by_hand",
    at: kit.clocks.now(endpoint),
  });
  await context.log.done({ after: { state: "disabled" } });
  return redirect(pathOf(context, endpoint), done(webhookWords[language].turnedOff));
}

async function remove(context: MerchantContext, endpoint: Endpoint): Promise<PanelAnswer> {
  const { kit, language } = context;
  const words = webhookWords[language];
  await kit.endpoints.remove(endpoint.endpointId);
  await context.log.done({ before: { url: endpoint.url } });
  return redirect(context.to("webhooks"), done(words.removed));
}

function askRemove({ language }: MerchantContext, endpoint: Endpoint): Question {
  const words = webhookWords[language];
  return { title: words.remove, facts: factsOf(language, endpoint), effects: [words.removeHint] };
}

/** A secret that ends at once makes receivers refuse what they can't check yet. */
function askRoll({ language, request }: MerchantContext, endpoint: Endpoint): Question | undefined {
  if (request.body["overlap"] !== "0") return undefined;
  const words = webhookWords[language];
  const facts = factsOf(language, endpoint);
  return { title: words.rollButton, facts, effects: [words.endsNow] };
}

function factsOf(language: Language, { url, description, eventTypes }: Endpoint) {
  const words = webhookWords[language];
  return [
    [words.url, url],
    [words.description, description === "" ? shell[language].nothing : description],
    [words.events, eventTypes === undefined ? words.allEvents : eventTypes.join(", ")],
  ] as const;
}

async function roll(context: MerchantContext, endpoint: Endpoint): Promise<PanelAnswer> {
  const { kit, request, language } = context;
  const words = webhookWords[language];
  const hours = OVERLAP_HOURS.find((one) => one === request.body["overlap"]);
  if (hours === undefined) return redirect(pathOf(context, endpoint));
  const { endpointId } = endpoint;
  const rolled = await rollSecret(kit, { endpointId, overlapMs: Number(hours) * HOUR });
  if (!rolled.ok) return NOT_FOUND;
  await context.log.done({ after: { overlap_hours: hours } });
  return {
    kind: "page",
    nav: "webhooks",
    title: endpoint.url,
    crumbs: [{ label: words.title, href: context.to("webhooks") }],
    flash: done(words.rolled),
    body: (
      <div class="card">
        <ShownOnce name={words.secret} text={rolled.value.secret} />
        <a class="button main" href={pathOf(context, endpoint)}>
          {words.toEndpoint}
        </a>
      </div>
    ),
  };
}

async function resendRange(context: MerchantContext, endpoint: Endpoint): Promise<PanelAnswer> {
  const { request, merchant, language } = context;
  const day = readTypedDay(request.body["since"] ?? "");
  if (day === undefined) {
    return redirect(pathOf(context, endpoint), refusal(dayWords[language].wrongDay));
  }
  const at = startOfDay(day, merchant.settings.timeZone);
  const undelivered = request.body["undelivered"] === "yes";
  return resend(context, endpoint, { kind: "since", at, undelivered });
}

async function resendOne(context: MerchantContext, endpoint: Endpoint): Promise<PanelAnswer> {
  const eventId = parseEventId(context.request.params["event"] ?? "");
  return eventId === undefined ? NOT_FOUND : resend(context, endpoint, { kind: "one", eventId });
}

async function resend(
  context: MerchantContext,
  endpoint: Endpoint,
  events: ResendRequest["events"],
): Promise<PanelAnswer> {
  const { kit, scope, language } = context;
  const words = webhookWords[language];
  const path = pathOf(context, endpoint);
  if (endpoint.disabled !== undefined) return redirect(path, refusal(words.isDisabled));
  const { endpointId } = endpoint;
  const { merchantId, mode } = scope;
  const now = kit.clock.now();
  const count = await kit.deliveryLog.resend({ merchantId, mode, endpointId, now, events });
  const after = events.kind === "one" ? { event: events.eventId } : { since: events.at };
  await context.log.done({ after: { ...after, count } });
  // Redirects to the page with the delivery's result.
  const to = events.kind === "one" ? `${path}/${events.eventId}` : path;
  return redirect(to, done(words.resent(count)));
}

import { DELIVERY_LOG_KEPT_MS, isTaken, type DeliveryAnswer } from "../../domain/event/delivery.ts";
import type { AttemptEntry } from "../../domain/event/ports.ts";
import { eventBody, isEventType, type Event } from "../../domain/event/event.ts";
import { sendTestEvent } from "../../domain/event/send-test-event.ts";
import { DAY } from "../../kernel/clock.ts";
import { parseEventId, type EventId } from "../../kernel/ids.ts";
import { may } from "../../domain/merchant/permission.ts";
import { NOT_FOUND, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useWords } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { Identifier } from "../../page/parts/identifier.tsx";
import { When } from "../../page/parts/when.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { AnswerText } from "./endpoint-state.tsx";
import { findEndpoint } from "./find-endpoint.ts";
import { webhookWords } from "./words.ts";

/** The requests and answers of one event's delivery, and of a test event. */
export const deliveryRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: "webhooks/:endpoint/:event",
    permission: "webhooks.see",
    run: deliveryPage,
  }),
  merchantRoute({
    method: "POST",
    path: "webhooks/:endpoint/test",
    permission: "webhooks.change",
    audit: { action: "webhook.tested", kind: "endpoint", field: "endpoint" },
    run: test,
  }),
];

async function deliveryPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, language, signedIn } = context;
  const words = webhookWords[language];
  const endpoint = await findEndpoint(context);
  const eventId = parseEventId(request.params["event"] ?? "");
  if (endpoint === undefined || eventId === undefined) return NOT_FOUND;
  const attempts = await kit.deliveryLog.attempts(endpoint.endpointId, eventId);
  const event = await findEvent(context, eventId);
  const path = `webhooks/${endpoint.endpointId}`;
  return {
    kind: "page",
    nav: "webhooks",
    title: event?.type ?? eventId,
    crumbs: [
      { label: words.title, href: context.to("webhooks") },
      { label: endpoint.url, href: context.to(path) },
    ],
    actions: may(signedIn.user, "webhooks.change") && (
      <Form action={context.to(`${path}/${eventId}/resend`)}>
        <Button kind="plain">{words.resend}</Button>
      </Form>
    ),
    body: (
      <>
        <p class="lead">
          <Identifier name={words.event} value={eventId} />
        </p>
        {attempts.length === 0 && <p class="empty">{withoutAttempts(context, event)}</p>}
        {attempts.toReversed().map((attempt) => (
          <Attempt attempt={attempt} />
        ))}
        {event !== undefined && (
          <Card title={words.sentBody}>
            <p class="hint">{words.indented}</p>
            <Text title={event.type} text={indented(eventBody(event))} empty={words.emptyBody} />
          </Card>
        )}
      </>
    ),
  };
}

/** Says whether the event was not tried yet, or so long ago that its attempts are forgotten. */
function withoutAttempts({ kit, language }: MerchantContext, event: Event | undefined): string {
  const words = webhookWords[language];
  const isOld = event !== undefined && kit.clock.now() - event.createdAt > DELIVERY_LOG_KEPT_MS;
  return isOld ? words.attemptsForgotten(DELIVERY_LOG_KEPT_MS / DAY) : words.noAttempts;
}

/** Finds the delivered event; returns undefined for an event of another merchant. */
async function findEvent(
  { kit, scope }: MerchantContext,
  eventId: EventId,
): Promise<Event | undefined> {
  const { merchantId, mode } = scope;
  const owner = { merchantId, mode };
  const position = await kit.feed.positionOf(owner, eventId);
  if (position === undefined) return undefined;
  const page = {
    ...owner,
    after: position - 1n,
    order: "asc",
    types: undefined,
    limit: 1,
  } as const;
  const { events } = await kit.feed.list(page);
  return events[0]?.event;
}

async function test(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, language } = context;
  const words = webhookWords[language];
  const endpoint = await findEndpoint(context);
  const type = request.body["type"] ?? "";
  if (endpoint === undefined || !isEventType(type)) return NOT_FOUND;
  const { endpointId } = endpoint;
  const sent = await sendTestEvent(kit, { endpointId, type });
  if (!sent.ok) return NOT_FOUND;
  const { headers, body, answer } = sent.value;
  await context.log.done({ after: { type, answer: answerName(answer) } });
  return {
    kind: "page",
    nav: "webhooks",
    title: words.testAnswer,
    crumbs: [
      { label: words.title, href: context.to("webhooks") },
      { label: endpoint.url, href: context.to(`webhooks/${endpointId}`) },
    ],
    body: (
      <section class="card">
        <h2>
          {type} <AnswerBadge answer={answer} /> {words.ms(answer.durationMs)}
        </h2>
        <Headers title={words.request} headers={headers} />
        <Text title={words.body} text={indented(body)} empty={words.emptyBody} />
        <Answer answer={answer} />
      </section>
    ),
  };
}

function Attempt({ attempt }: { readonly attempt: AttemptEntry }) {
  const words = useWords(webhookWords);
  const { number, startedAt, requestHeaders, answer } = attempt;
  return (
    <section class="card">
      <h2>
        {words.attempt(number)} <AnswerBadge answer={answer} />
      </h2>
      <p class="hint">
        <When at={startedAt} hasSeconds /> · {words.ms(answer.durationMs)}
      </p>
      <Headers title={words.request} headers={requestHeaders} />
      <Answer answer={answer} />
    </section>
  );
}

type AnswerProps = { readonly answer: DeliveryAnswer };

function AnswerBadge({ answer }: AnswerProps) {
  return (
    <span class={`badge ${isTaken(answer) ? "good" : "bad"}`}>
      <AnswerText answer={answer} />
    </span>
  );
}

function Answer({ answer }: AnswerProps) {
  const words = useWords(webhookWords);
  if (answer.kind === "unanswered") return null;
  return (
    <>
      <Headers title={words.response} headers={answer.headers} />
      <Text
        title={words.body}
        text={answer.body ?? ""}
        empty={answer.body === undefined ? words.bodyNotKept : words.emptyBody}
      />
    </>
  );
}

/** The status of an answer or the short name of the failure, for the audit log. */
function answerName(answer: DeliveryAnswer): string {
  return answer.kind === "answered" ? String(answer.status) : answer.error;
}

/** A body with line breaks if it is JSON, and otherwise as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

type HeadersProps = { readonly title: string; readonly headers: Readonly<Record<string, string>> };

function Headers({ title, headers }: HeadersProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return <Text title={title} text={lines.join("\n")} empty="–" />;
}

type TextProps = { readonly title: string; readonly text: string; readonly empty: string };

function Text({ title, text, empty }: TextProps) {
  return (
    <>
      <h3>{title}</h3>
      {text === "" ? (
        <p class="hint">{empty}</p>
      ) : (
        <pre tabIndex={0} role="region" aria-label={title}>
          {text}
        </pre>
      )}
    </>
  );
}

import type { Endpoint } from "../../domain/event/endpoint.ts";
import { EVENT_TYPES } from "../../domain/event/event.ts";
import { registerEndpoint, type RegisterRefusal } from "../../domain/event/register-endpoint.ts";
import { may } from "../../domain/merchant/permission.ts";
import { done, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { Choices } from "../../page/parts/choices.tsx";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { ShownOnce } from "../../page/parts/shown-once.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { EndpointState } from "./endpoint-state.tsx";
import { webhookWords } from "./words.ts";

const DESCRIPTION_MAX = 255;

/** The endpoints of a merchant in a mode, and the form that adds one. */
export const webhooksRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: "webhooks",
    permission: "webhooks.see",
    run: (context) => webhooksPage(context, ""),
  }),
  merchantRoute({
    method: "POST",
    path: "webhooks",
    permission: "webhooks.change",
    audit: { action: "webhook.added", kind: "endpoint", id: "" },
    run: add,
  }),
];

async function add(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope } = context;
  const { url = "", description = "" } = request.body;
  const chosen = EVENT_TYPES.filter((type) => request.body[`event.${type}`] !== undefined);
  const { merchantId, mode } = scope;
  const made = await registerEndpoint(kit, {
    merchantId,
    mode,
    url: url.trim(),
    description: description.slice(0, DESCRIPTION_MAX),
    eventTypes: chosen.length === 0 ? undefined : chosen,
    secret: "own",
  });
  if (!made.ok) return webhooksPage(context, refusalText(context, made.refusal));
  const endpoint = made.value;
  await context.log.done({
    object: { kind: "endpoint", id: endpoint.endpointId },
    after: { url: endpoint.url, events: endpoint.eventTypes ?? "all" },
  });
  return secretPage(context, endpoint);
}

function refusalText({ language }: MerchantContext, refusal: RegisterRefusal): string {
  const words = webhookWords[language];
  return refusal.code === "invalid_url" ? words.urlWrong : words.tooMany(refusal.most);
}

/** The answer to the form shows the secret; no page repeats it. */
function secretPage(context: MerchantContext, endpoint: Endpoint): PanelAnswer {
  const { language } = context;
  const words = webhookWords[language];
  return {
    kind: "page",
    nav: "webhooks",
    title: endpoint.url,
    crumbs: [{ label: words.title, href: context.to("webhooks") }],
    flash: done(words.added),
    body: (
      <div class="card">
        <ShownOnce
          name={words.secret}
          text={endpoint.secrets[0]?.text ?? context.merchant.webhookSecret}
        />
        <a class="button main" href={context.to(`webhooks/${endpoint.endpointId}`)}>
          {words.toEndpoint}
        </a>
      </div>
    ),
  };
}

async function webhooksPage(context: MerchantContext, error: string): Promise<PanelAnswer> {
  const { kit, scope, language, signedIn } = context;
  const words = webhookWords[language];
  const endpoints = await kit.endpoints.list(scope);
  return {
    kind: "page",
    status: error === "" ? 200 : 422,
    nav: "webhooks",
    title: words.title,
    body: (
      <>
        <p class="hint">{words.intro}</p>
        {endpoints.length === 0 ? (
          <p class="empty">{words.none}</p>
        ) : (
          <EndpointTable endpoints={endpoints} />
        )}
        {may(signedIn.user, "webhooks.change") && <AddForm error={error} />}
        {may(signedIn.user, "webhooks.secret") && (
          <p>
            <a href={context.to("webhooks/secret")}>{words.merchantSecretPage.link}</a>
          </p>
        )}
      </>
    ),
  };
}

function EndpointTable({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  const { to } = useMerchant();
  const words = useWords(webhookWords);
  const columns: readonly Column<Endpoint>[] = [
    {
      head: words.url,
      isRowHead: true,
      cellClass: "long",
      cell: ({ endpointId, url }) => <a href={to(`webhooks/${endpointId}`)}>{url}</a>,
    },
    {
      head: words.state,
      cell: (endpoint) => <EndpointState endpoint={endpoint} />,
    },
    { head: words.events, cell: ({ eventTypes }) => eventTypes?.join(", ") ?? words.allEvents },
    { head: words.description, cell: ({ description }) => description },
    {
      head: words.created,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
  ];
  return <Table label={words.title} columns={columns} rows={endpoints} />;
}

function AddForm({ error }: { readonly error: string }) {
  const { request, to } = useMerchant();
  const words = useWords(webhookWords);
  return (
    <Card title={words.addTitle}>
      <Form action={to("webhooks")} class="narrow">
        <Field
          name="url"
          label={words.url}
          hint={words.urlHint}
          value={request.body["url"]}
          error={error}
          maxLength={2_048}
          hasFocus={error !== ""}
          isRequired
        />
        <Field
          name="description"
          label={words.description}
          hint={words.descriptionHint}
          value={request.body["description"]}
          maxLength={DESCRIPTION_MAX}
        />
        <Choices
          legend={words.events}
          hint={words.eventsHint}
          type="checkbox"
          choices={EVENT_TYPES.map((type) => ({
            name: `event.${type}`,
            value: "yes",
            label: type,
            isChecked: request.body[`event.${type}`] !== undefined,
          }))}
        />
        <Button>{words.add}</Button>
      </Form>
    </Card>
  );
}

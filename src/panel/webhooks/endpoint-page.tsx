import { DELIVERY_LOG_KEPT_MS, type DeliveryState } from "../../domain/event/delivery.ts";
import type { Endpoint } from "../../domain/event/endpoint.ts";
import type { DeliveryEntry } from "../../domain/event/ports.ts";
import { DAY } from "../../kernel/clock.ts";
import { may } from "../../domain/merchant/permission.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { NOT_FOUND } from "../kit/answer.ts";
import { formatMoney } from "../../page/format.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Button, Form, Select } from "../../page/parts/form.tsx";
import { PaymentLink } from "../parts/payment-link.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { formatMoment, When } from "../../page/parts/when.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { shell } from "../words/shell.ts";
import { EndpointForms } from "./endpoint-forms.tsx";
import { AnswerText, DeliveryBadge, EndpointState } from "./endpoint-state.tsx";
import { findEndpoint } from "./find-endpoint.ts";
import { webhookWords } from "./words.ts";

const STATES: readonly DeliveryState[] = ["waiting", "sending", "delivered", "failed", "paused"];
const SHOWN = 100;

/** One endpoint: its state, its forms and its deliveries. */
export const endpointRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: "webhooks/:endpoint",
    permission: "webhooks.see",
    run: endpointPage,
  }),
];

async function endpointPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language, signedIn } = context;
  const endpoint = await findEndpoint(context);
  if (endpoint === undefined) return NOT_FOUND;
  const { merchantId, mode } = scope;
  const { endpointId } = endpoint;
  const state = STATES.find((one) => one === request.query["state"]);
  const query = { merchantId, mode, endpointId, state, limit: SHOWN };
  const deliveries = await kit.deliveryLog.list(query);
  const words = webhookWords[language];
  return {
    kind: "page",
    nav: "webhooks",
    title: endpoint.url,
    crumbs: [{ label: words.title, href: context.to("webhooks") }],
    body: (
      <>
        <EndpointFacts endpoint={endpoint} />
        {may(signedIn.user, "webhooks.change") && <EndpointForms endpoint={endpoint} />}
        <section>
          <h2>{words.deliveries}</h2>
          <StateFilter endpoint={endpoint} state={state} />
          <DeliveryTable endpoint={endpoint} deliveries={deliveries} />
        </section>
      </>
    ),
  };
}

type EndpointProps = { readonly endpoint: Endpoint };

function EndpointFacts({ endpoint }: EndpointProps) {
  const context = useMerchant();
  const words = useWords(webhookWords);
  const { failingSince, description } = endpoint;
  return (
    <section class="card">
      <Facts>
        <Fact name={words.state}>
          <EndpointState endpoint={endpoint} />
        </Fact>
        <Fact name={words.events}>{endpoint.eventTypes?.join(", ") ?? words.allEvents}</Fact>
        <Fact name={words.secrets}>{signerText(context, endpoint)}</Fact>
        <Fact name={words.created}>
          <When at={endpoint.createdAt} />
        </Fact>
        {failingSince !== undefined && (
          <Fact name={words.failingSince}>
            <When at={failingSince} />
          </Fact>
        )}
        {description !== "" && <Fact name={words.description}>{description}</Fact>}
      </Facts>
    </section>
  );
}

function signerText({ kit, language, merchant }: MerchantContext, { secrets }: Endpoint): string {
  const words = webhookWords[language];
  if (secrets.length === 0) return words.merchantSecret;
  const now = kit.clock.now();
  const ends = secrets.flatMap(({ expiresAt }) => expiresAt ?? []).filter((at) => at > now);
  const [until] = ends;
  if (until === undefined) return words.ownSecret;
  return words.twoSecrets(formatMoment(until, { language, ...merchant.settings }));
}

type StateFilterProps = EndpointProps & { readonly state: DeliveryState | undefined };

function StateFilter({ endpoint, state }: StateFilterProps) {
  const { to } = useMerchant();
  const words = useWords(webhookWords);
  return (
    <form class="sift" action={to(`webhooks/${endpoint.endpointId}`)}>
      <Select
        name="state"
        label={words.state}
        value={state ?? ""}
        options={[["", words.all], ...STATES.map((one) => [one, words.states[one]] as const)]}
        isShort
      />
      <Button kind="plain">{words.filter}</Button>
    </form>
  );
}

type DeliveryTableProps = EndpointProps & { readonly deliveries: readonly DeliveryEntry[] };

function DeliveryTable({ endpoint, deliveries }: DeliveryTableProps) {
  const context = useMerchant();
  const words = useWords(webhookWords);
  if (deliveries.length === 0) {
    return <p class="empty">{words.noDeliveries(DELIVERY_LOG_KEPT_MS / DAY)}</p>;
  }
  const mayResend =
    may(context.signedIn.user, "webhooks.change") && endpoint.disabled === undefined;
  const columns: readonly Column<DeliveryEntry>[] = [
    {
      head: words.event,
      isRowHead: true,
      cell: ({ eventId, type }) => (
        <a href={context.to(`webhooks/${endpoint.endpointId}/${eventId}`)}>{type}</a>
      ),
    },
    {
      head: words.order,
      cell: (entry) => <PaymentCell entry={entry} />,
    },
    {
      head: words.state,
      cellClass: "whole",
      cell: ({ state, attempts }) => (
        <>
          <DeliveryBadge state={state} />
          <small class="below">{`${words.attempts}: ${attempts}`}</small>
        </>
      ),
    },
    {
      head: words.answer,
      cell: ({ last }) => <AnswerText answer={last?.answer} />,
    },
    {
      head: shell[context.language].moment,
      cell: (entry) => <TimesCell entry={entry} />,
    },
    ...(mayResend ? [resendColumn(context, endpoint)] : []),
  ];
  return (
    <>
      <Table label={words.deliveries} columns={columns} rows={deliveries} />
      {deliveries.length === SHOWN && <p class="hint">{words.newest}</p>}
    </>
  );
}

type CellProps = { readonly entry: DeliveryEntry };

/** The payment of a delivery with its amount. */
function PaymentCell({ entry: { orderId, amount } }: CellProps) {
  const { language } = useMerchant();
  if (orderId === undefined) return <>–</>;
  return (
    <>
      <PaymentLink orderId={orderId} isShort />
      {amount !== undefined && <small class="below">{formatMoney(amount, language)}</small>}
    </>
  );
}

/** The time of the event, and of the next attempt if there is one. */
function TimesCell({ entry: { createdAt, dueAt } }: CellProps) {
  const { language } = useMerchant();
  return (
    <>
      <When at={createdAt} hasSeconds />
      {dueAt !== undefined && (
        <small class="below">
          {webhookWords[language].next}: <When at={dueAt} hasSeconds />
        </small>
      )}
    </>
  );
}

/** A button in each row that sends its event again. */
function resendColumn(context: MerchantContext, { endpointId }: Endpoint): Column<DeliveryEntry> {
  const words = webhookWords[context.language];
  return {
    head: words.resend,
    isHidden: true,
    cell: ({ eventId, type, state }) =>
      state === "sending" ? null : (
        <Form
          action={context.to(`webhooks/${endpointId}/${eventId}/resend`)}
          label={`${words.resend}: ${type} ${eventId}`}
        >
          <Button kind="plain">{words.resend}</Button>
        </Form>
      ),
  };
}

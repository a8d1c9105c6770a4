import type { FoundRequests } from "../../domain/report/request-log.ts";
import { redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { LONGEST_ADDRESS, queryText } from "../kit/panel-paths.ts";
import { DayField } from "../../page/parts/day-field.tsx";
import { Button, Field, Form, Select } from "../../page/parts/form.tsx";
import { Pager } from "../../page/parts/pager.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import {
  holdsCardNumber,
  METHODS,
  readRequestSearch,
  requestFilterOf,
  type ReadRequestSearch,
} from "./read-request-search.ts";
import { RequestTable } from "./request-table.tsx";
import { requestWords } from "./words.ts";

/** The API requests of the merchant's programs, newest first; every filter is in the address. */
export const requestsRoutes: readonly PanelRoute[] = [
  merchantRoute({ method: "GET", path: "requests", permission: "requests.see", run: showList }),
  merchantRoute({ method: "POST", path: "requests/find", permission: "requests.see", run: find }),
];

/** The search form sends a body, so that a typed card number appears in no address. */
async function find(context: MerchantContext): Promise<PanelAnswer> {
  const query = requestFilterOf(context.request.body);
  if (holdsCardNumber(query)) return refuseCard(context);
  const list = listAt(context, query);
  return list.length > LONGEST_ADDRESS ? listPage(context, undefined) : redirect(list);
}

function refuseCard(context: MerchantContext): PanelAnswer {
  return redirect(context.to("requests"), refusal(requestWords[context.language].cardNumber));
}

type Query = Readonly<Record<string, string | undefined>>;

function listAt(context: MerchantContext, query: Query): string {
  return context.to("requests") + queryText(query);
}

async function showList(context: MerchantContext): Promise<PanelAnswer> {
  const read = readRequestSearch(context);
  if (!read.ok) {
    return read.refusal === "card_number" ? refuseCard(context) : listPage(context, undefined);
  }
  const found = await context.kit.requests.list(context.scope, read.value.search);
  return listPage(context, { ...read.value, found });
}

type ShownRequests = ReadRequestSearch & { readonly found: FoundRequests | "too_slow" };

function listPage(context: MerchantContext, shown: ShownRequests | undefined): PanelAnswer {
  const { language, request, kit } = context;
  const words = requestWords[language];
  const isSlow = shown?.found === "too_slow";
  const days = kit.requestLogDays;
  return {
    kind: "page",
    status: shown === undefined ? 400 : isSlow ? 503 : 200,
    nav: "requests",
    title: words.title,
    ...(shown === undefined ? { flash: refusal(words.invalid) } : {}),
    ...(isSlow ? { flash: refusal(words.tooSlow) } : {}),
    body: (
      <>
        <p class="hint">{days === 0 ? words.isOff : words.intro(days)}</p>
        <FilterForm query={shown?.query ?? requestFilterOf(request.query)} />
        {shown !== undefined && <Found shown={shown} />}
      </>
    ),
  };
}

function FilterForm({ query }: { readonly query: Query }) {
  const { to } = useMerchant();
  const words = useWords(requestWords);
  const { status = "", method = "" } = query;
  const classes: readonly (readonly [string, string])[] = Object.entries(words.classes);
  const isExact = status !== "" && !classes.some(([value]) => value === status);
  const statuses = [
    ["", words.any] as const,
    ...classes,
    ...(isExact ? [[status, status] as const] : []),
  ];
  const methods = [["", words.any] as const, ...METHODS.map((one) => [one, one] as const)];
  return (
    <Form action={to("requests/find")} class="card sift" label={words.filters}>
      <Field name="path" label={words.path} value={query["path"]} maxLength={200} isShort />
      <Field name="request_id" label={words.requestId} value={query["request_id"]} isShort />
      <Select name="method" label={words.method} value={method} options={methods} isShort />
      <Select name="status" label={words.status} value={status} options={statuses} isShort />
      <Field name="code" label={words.code} value={query["code"]} maxLength={64} isShort />
      <Field name="key" label={words.key} value={query["key"]} maxLength={4} isShort />
      {(["start_date", "end_date"] as const).map((name) => (
        <DayField name={name} label={words[name]} value={query[name]} isShort />
      ))}
      <div class="buttons">
        <Button>{words.apply}</Button>
        {Object.keys(query).length > 0 && <a href={to("requests")}>{words.clear}</a>}
      </div>
    </Form>
  );
}

function Found({ shown }: { readonly shown: ShownRequests }) {
  const context = useMerchant();
  const words = useWords(requestWords);
  const { found, query } = shown;
  if (found === "too_slow") return null;
  const { requests, hasNewer, hasOlder } = found;
  if (requests.length === 0) {
    const isFiltered = Object.keys(query).length > 0;
    return <p class="empty">{isFiltered ? words.none : words.noneYet}</p>;
  }
  return (
    <>
      <RequestTable label={words.title} requests={requests} />
      <Pager
        at={(cursor) => listAt(context, { ...query, ...cursor })}
        ids={requests.map(({ entryId }) => entryId)}
        hasNewer={hasNewer}
        hasOlder={hasOlder}
        page={context.request.query["page"]}
      />
    </>
  );
}

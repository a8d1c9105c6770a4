import { CUSTOMER_KEYS, type CustomerKey } from "../../domain/session/customer-key.ts";
import { fullName, type Customer } from "../../domain/session/session.ts";
import { mayBeCardNumber } from "../../domain/card/find-card-number.ts";
import { may } from "../../domain/merchant/permission.ts";
import { ALL_TIME } from "../../kernel/day.ts";
import {
  customersAmong,
  type CustomerHistory,
  type RecentCustomer,
} from "../../domain/report/customer.ts";
import { formatMoney } from "../../page/format.ts";
import { redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { Empty } from "../../page/parts/empty.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { Identifier } from "../../page/parts/identifier.tsx";
import { formatNumber } from "../../page/parts/numbers.ts";
import { PersonalText } from "../../page/parts/personal-text.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { paymentColumns } from "../payments/payment-columns.tsx";
import { customerPath } from "../parts/customer-path.ts";
import { customerNotes } from "./customer-notes.tsx";
import { customerCards } from "./customer-cards.tsx";
import { eraseWords } from "./erase-words.ts";
import { customerWords } from "./words.ts";

const PATH = "customers";
/** The payments whose customers the first page shows. */
const RECENT = 200;

/** Customers, known by the payments that name them. */
export const customerRoutes: readonly PanelRoute[] = [
  merchantRoute({ method: "GET", path: PATH, permission: "payments.see", run: showCustomers }),
  merchantRoute({ method: "POST", path: `${PATH}/find`, permission: "payments.see", run: find }),
];

/** The typed key is sent in a body, so that a card number typed there is in no address. */
async function find(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language } = context;
  const value = (request.body["who"] ?? "").trim();
  const isNumber = mayBeCardNumber(value);
  if (value !== "" && !isNumber) {
    for (const field of CUSTOMER_KEYS) {
      const found = await kit.customers.find(scope, { field, value });
      if (found !== undefined) return redirect(customerPath(context, { field, value }));
    }
  }
  return redirect(context.to(PATH), refusal(customerWords[language].notFound));
}

async function showCustomers(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language } = context;
  const words = customerWords[language];
  const field = CUSTOMER_KEYS.find((name) => (request.query[name] ?? "") !== "");
  if (field === undefined) return listPage(context);
  const key: CustomerKey = { field, value: request.query[field] ?? "" };
  const found = await kit.customers.find(scope, key);
  if (found === undefined) return redirect(context.to(PATH), refusal(words.notFound));
  const { customer_id: customerId } = found.customer;
  const cards = may(context.signedIn.user, "cards.see")
    ? await customerCards(context, customerId)
    : null;
  return {
    kind: "page",
    nav: "customers",
    title: nameOf(found.customer, key),
    crumbs: [{ label: words.title, href: context.to(PATH) }],
    actions: may(context.signedIn.user, "customers.erase") && (
      <a
        class="button danger"
        href={context.to(`${PATH}/erase${queryText({ [field]: key.value })}`)}
      >
        {eraseWords[language].open}
      </a>
    ),
    body: (
      <>
        <CustomerFacts history={found} />
        <Payments history={found} term={key.value} />
        {await customerNotes(context, found)}
        {cards}
      </>
    ),
  };
}

async function listPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, language } = context;
  const words = customerWords[language];
  const found = await kit.finder.find(scope, {
    period: ALL_TIME,
    status: undefined,
    paymentType: undefined,
    minMinor: undefined,
    maxMinor: undefined,
    term: undefined,
    after: undefined,
    before: undefined,
    limit: RECENT,
  });
  const recent = found === "too_slow" ? [] : customersAmong(found);
  return {
    kind: "page",
    nav: "customers",
    title: words.title,
    body: (
      <>
        <Form action={context.to(`${PATH}/find`)} class="sift">
          <Field name="who" label={words.query} isRequired />
          <Button kind="plain">{words.find}</Button>
        </Form>
        {recent.length === 0 ? (
          <Empty text={words.none} />
        ) : (
          <>
            <p class="hint">{words.intro}</p>
            <RecentTable recent={recent} />
          </>
        )}
      </>
    ),
  };
}

function RecentTable({ recent }: { readonly recent: readonly RecentCustomer[] }) {
  const context = useMerchant();
  const words = useWords(customerWords);
  const columns: readonly Column<RecentCustomer>[] = [
    {
      head: words.customer,
      isRowHead: true,
      cell: ({ key, customer }) => (
        <a href={customerPath(context, key)}>
          <bdi>{nameOf(customer, key)}</bdi>
        </a>
      ),
    },
    {
      head: words.fields.email,
      cellClass: "address",
      cell: ({ customer }) => textOf(customer.email),
    },
    { head: words.fields.phone, cell: ({ customer }) => textOf(customer.phone) },
    {
      head: words.fields.customer_id,
      cell: ({ customer }) => textOf(customer.customer_id),
    },
    {
      head: words.newest,
      cell: ({ newest }) => <When at={newest.createdAt} />,
    },
  ];
  return <Table label={words.title} columns={columns} rows={recent} isLinked />;
}

function textOf(text: string | undefined) {
  return text === undefined ? "–" : <PersonalText text={text} />;
}

type HistoryProps = { readonly history: CustomerHistory };

function CustomerFacts({ history }: HistoryProps) {
  const { language } = useMerchant();
  const words = useWords(customerWords);
  const { customer, totals, firstAt } = history;
  return (
    <section class="card">
      <Facts>
        {CUSTOMER_KEYS.map(
          (field) =>
            customer[field] !== undefined && (
              <Fact name={words.fields[field]}>
                <Identifier name={words.fields[field]} value={customer[field]} isText />
              </Fact>
            ),
        )}
        <Fact name={words.since}>
          <When at={firstAt} />
        </Fact>
        {totals.map(({ payments, successful, taken, refunded }) => (
          <>
            <Fact name={`${words.count} (${taken.currency})`}>
              {words.counts(formatNumber(payments, language), formatNumber(successful, language))}
            </Fact>
            <Fact name={words.taken}>{formatMoney(taken, language)}</Fact>
            <Fact name={words.refunded}>{formatMoney(refunded, language)}</Fact>
          </>
        ))}
      </Facts>
    </section>
  );
}

function Payments({ history, term }: HistoryProps & { readonly term: string }) {
  const context = useMerchant();
  const words = useWords(customerWords);
  const { payments, hasOlder } = history;
  const columns = paymentColumns(context, { customers: new Map() }, "customer");
  return (
    <section>
      <h2>{words.payments}</h2>
      <Table label={words.payments} columns={columns} rows={payments} class="payments" isLinked />
      {hasOlder && (
        <p>
          <a href={context.to("payments") + queryText({ q: term })}>{words.older}</a>
        </p>
      )}
    </section>
  );
}

function nameOf(customer: Customer, key: CustomerKey): string {
  const name = fullName(customer);
  return name === "" ? key.value : name;
}

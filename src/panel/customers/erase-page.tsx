import { CUSTOMER_KEYS, type CustomerKey } from "../../domain/session/customer-key.ts";
import { erasePersonalData } from "../../domain/payment/erase-personal-data.ts";
import type { CustomerHistory } from "../../domain/report/customer.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useWords } from "../kit/context.ts";
import { CONFIRMED, isAnswered } from "../kit/question.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { customerPath } from "../parts/customer-path.ts";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { formatNumber } from "../../page/parts/numbers.ts";
import { shell } from "../words/shell.ts";
import { eraseWords } from "./erase-words.ts";
import { customerWords } from "./words.ts";

const PATH = "customers/erase";
/** How many orders and sessions the message about an incomplete erasure names. */
const NAMED = 5;

/** The erasure of a customer's personal data: a page that says what it does, and its form. */
export const eraseRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: PATH,
    permission: "customers.erase",
    run: (context) => erasePage(context, context.request.query),
  }),
  merchantRoute({
    method: "POST",
    path: PATH,
    permission: "customers.erase",
    audit: { action: "customer.erased", kind: "customer", id: "" },
    run: erase,
  }),
];

/** The customer that an address or a form names, if there are payments of it. */
async function findCustomer(
  { kit, scope }: MerchantContext,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly key: CustomerKey; readonly history: CustomerHistory } | undefined> {
  const field = CUSTOMER_KEYS.find((name) => (fields[name] ?? "") !== "");
  if (field === undefined) return undefined;
  const key = { field, value: fields[field] ?? "" };
  const history = await kit.customers.find(scope, key);
  return history === undefined ? undefined : { key, history };
}

function unknownCustomer(context: MerchantContext): PanelAnswer {
  const { notFound } = customerWords[context.language];
  return redirect(context.to("customers"), refusal(notFound));
}

async function erasePage(
  context: MerchantContext,
  fields: Readonly<Record<string, string>>,
): Promise<PanelAnswer> {
  const { language } = context;
  const found = await findCustomer(context, fields);
  if (found === undefined) return unknownCustomer(context);
  const { key, history } = found;
  const words = eraseWords[language];
  const { fields: fieldNames, title } = customerWords[language];
  const count = history.totals.reduce((sum, { payments }) => sum + payments, 0);
  return {
    kind: "page",
    nav: "customers",
    title: words.title,
    crumbs: [
      { label: title, href: context.to("customers") },
      { label: key.value, href: customerPath(context, key) },
    ],
    body: (
      <section class="card narrow question">
        <Facts>
          <Fact name={fieldNames[key.field]}>
            <bdi>{key.value}</bdi>
          </Fact>
          <Fact name={words.payments}>{formatNumber(count, language)}</Fact>
        </Facts>
        <Erased field={key.field} />
        <Form action={context.to(PATH)}>
          <input type="hidden" name={key.field} value={key.value} />
          <input type="hidden" name={CONFIRMED.name} value={CONFIRMED.value} />
          <ConfirmField />
          <div class="buttons">
            <Button kind="danger">{words.erase}</Button>
            <a href={customerPath(context, key)}>{shell[language].cancel}</a>
          </div>
        </Form>
      </section>
    ),
  };
}

/** The data that an erasure deletes, and those that stay. */
function Erased({ field }: { readonly field: CustomerKey["field"] }) {
  const words = useWords(eraseWords);
  return (
    <>
      <h2>{words.erasedTitle}</h2>
      <ul class="points">
        {words.erased.map((text) => (
          <li>{text}</li>
        ))}
        {field === "customer_id" && <li>{words.erasedCards}</li>}
      </ul>
      <h2>{words.keptTitle}</h2>
      <ul class="points">
        {words.kept.map((text) => (
          <li>{text}</li>
        ))}
      </ul>
      <p class="hint">{words.elsewhere}</p>
    </>
  );
}

async function erase(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language } = context;
  if (!isAnswered(request)) return erasePage(context, request.body);
  const found = await findCustomer(context, request.body);
  if (found === undefined) return unknownCustomer(context);
  const { merchantId, mode } = scope;
  const customer = found.key;
  const { payments, cards, left } = await erasePersonalData(kit, { merchantId, mode, customer });
  // The log can't be erased, so its entry doesn't name the customer.
  await context.log.done({
    object: { kind: "customer", id: mode },
    after: { payments, cards, left: left.length },
  });
  const words = eraseWords[language];
  if (left.length === 0)
    return redirect(context.to("customers"), done(words.done(payments, cards)));
  const names = left.slice(0, NAMED).join(", ");
  return redirect(
    customerPath(context, customer),
    refusal(words.left(payments, left.length, names)),
  );
}

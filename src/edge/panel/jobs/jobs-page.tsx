import type { ComponentChildren } from "preact";
import { isSetAside, mayDrop, type FailedItem } from "../../../job/failed-item.ts";
import { mayOperate } from "../../../merchant/permission.ts";
import { done, redirect, refusal, type PanelAnswer } from "../answer.ts";
import type { AccountContext } from "../context.ts";
import { Button, Form } from "../parts/form.tsx";
import { numberColumns, Table } from "../parts/table.tsx";
import { When } from "../parts/when.tsx";
import { operatorRoute, type PanelRoute } from "../route.ts";
import { jobWords } from "./words.ts";

const PATH = "jobs";

/** The failing items of background jobs; an operator can retry or drop them. */
export const jobsRoutes: readonly PanelRoute[] = [
  operatorRoute({ method: "GET", path: PATH, permission: "jobs.see", run: jobsPage }),
  operatorRoute({
    method: "POST",
    path: `${PATH}/retry`,
    permission: "jobs.change",
    run: (context) => change(context, retry),
  }),
  operatorRoute({
    method: "POST",
    path: `${PATH}/drop`,
    permission: "jobs.change",
    run: (context) => change(context, drop),
  }),
];

type Change = (context: AccountContext, item: FailedItem) => Promise<PanelAnswer>;

/** The form names an item; if the item is not in the list, it has succeeded meanwhile. */
async function change(context: AccountContext, act: Change): Promise<PanelAnswer> {
  const { kit, request, language } = context;
  const { kind = "", merchant = "", item = "" } = request.body;
  const items = await kit.failedItems.list({});
  const found = items.find(
    (one) => one.kind === kind && one.merchantId === merchant && one.itemId === item,
  );
  if (found === undefined) {
    return redirect(context.panel(PATH), refusal(jobWords[language].gone));
  }
  return act(context, found);
}

async function retry(context: AccountContext, item: FailedItem): Promise<PanelAnswer> {
  const { kit, language } = context;
  await kit.failedItems.retry(item);
  await context.record({ action: "job.retried", object: objectOf(item) });
  return redirect(context.panel(PATH), done(jobWords[language].retried));
}

async function drop(context: AccountContext, item: FailedItem): Promise<PanelAnswer> {
  const { kit, language } = context;
  const words = jobWords[language];
  if (!mayDrop(item)) return redirect(context.panel(PATH), refusal(words.kept));
  await context.record({ action: "job.dropped", object: objectOf(item) });
  await kit.failedItems.drop(item);
  return redirect(context.panel(PATH), done(words.dropped));
}

function objectOf({ kind, itemId }: FailedItem) {
  return { kind, id: itemId };
}

async function jobsPage(context: AccountContext): Promise<PanelAnswer> {
  const { kit, language } = context;
  const words = jobWords[language];
  const items = await kit.failedItems.list({});
  return {
    kind: "page",
    nav: "jobs",
    title: words.title,
    body: (
      <>
        <p class="hint">{words.intro}</p>
        {items.length === 0 ? (
          <p class="empty">{words.none}</p>
        ) : (
          <ItemTable context={context} items={items} />
        )}
      </>
    ),
  };
}

type TableProps = { readonly context: AccountContext; readonly items: readonly FailedItem[] };

function ItemTable({ context, items }: TableProps) {
  const { language, signedIn } = context;
  const words = jobWords[language];
  const mayChange = mayOperate(signedIn.user, "jobs.change");
  const { kind, item, state, tries, since, next, error, action } = words;
  const columns = [
    kind,
    item,
    state,
    ...numberColumns(tries),
    since,
    next,
    error,
    ...(mayChange ? [{ head: action, isHidden: true }] : []),
  ];
  return (
    <Table label={words.title} columns={columns}>
      {items.map((one) => (
        <tr>
          <th scope="row">{words.kinds[one.kind]}</th>
          <td>
            <span class="code">{one.itemId}</span>
          </td>
          <td>
            <span class={`badge ${isSetAside(one) ? "bad" : "warn"}`}>
              {isSetAside(one) ? words.setAside : words.failing}
            </span>
          </td>
          <td class="number">{one.tries}</td>
          <td>
            <When at={one.firstAt} language={language} />
          </td>
          <td>
            <When at={one.dueAt} language={language} />
          </td>
          <td>{one.error}</td>
          {mayChange && (
            <td>
              <Actions context={context} item={one} />
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

function Actions({
  context,
  item,
}: {
  readonly context: AccountContext;
  readonly item: FailedItem;
}) {
  const words = jobWords[context.language];
  return (
    <>
      <ItemForm context={context} item={item} act="retry">
        <Button kind="plain">{words.retry}</Button>
      </ItemForm>
      {mayDrop(item) && (
        <ItemForm context={context} item={item} act="drop">
          <Button kind="danger">{words.drop}</Button>
        </ItemForm>
      )}
    </>
  );
}

type ItemFormProps = {
  readonly context: AccountContext;
  readonly item: FailedItem;
  readonly act: "retry" | "drop";
  readonly children: ComponentChildren;
};

function ItemForm({ context, item, act, children }: ItemFormProps) {
  return (
    <Form context={context} action={context.panel(`${PATH}/${act}`)}>
      <input type="hidden" name="kind" value={item.kind} />
      <input type="hidden" name="merchant" value={item.merchantId} />
      <input type="hidden" name="item" value={item.itemId} />
      {children}
    </Form>
  );
}

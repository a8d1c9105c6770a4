import type { ComponentChildren } from "preact";
import { isSetAside, mayDrop, type FailedItem } from "../../domain/job/failed-item.ts";
import { mayOperate } from "../../domain/merchant/permission.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type AccountContext, useAccount, useWords } from "../kit/context.ts";
import { Button, Form } from "../../page/parts/form.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import type { Question } from "../kit/question.ts";
import { operatorRoute, type PanelRoute } from "../kit/route.ts";
import { jobWords } from "./words.ts";

const PATH = "jobs";

/** The failing items of background jobs; an operator can retry or drop them. */
export const jobsRoutes: readonly PanelRoute[] = [
  operatorRoute({ method: "GET", path: PATH, permission: "jobs.see", run: jobsPage }),
  operatorRoute({
    method: "POST",
    path: `${PATH}/retry`,
    permission: "jobs.change",
    audit: { action: "job.retried", kind: "job", field: "item" },
    run: (context) => change(context, retry),
  }),
  operatorRoute({
    method: "POST",
    path: `${PATH}/drop`,
    permission: "jobs.change",
    audit: { action: "job.dropped", kind: "job", field: "item" },
    run: (context) => change(context, drop),
    ask: askDrop,
  }),
];

type Change = (context: AccountContext, item: FailedItem) => Promise<PanelAnswer>;

/** Runs `act` for the item of the form. An item that is not listed any more was done or dropped. */
async function change(context: AccountContext, act: Change): Promise<PanelAnswer> {
  const found = await itemIn(context);
  if (found === undefined) {
    return redirect(context.panel(PATH), refusal(jobWords[context.language].gone));
  }
  return act(context, found);
}

async function itemIn({ kit, request }: AccountContext): Promise<FailedItem | undefined> {
  const { kind = "", merchant = "", item = "" } = request.body;
  const items = await kit.failedItems.list({});
  return items.find(
    (one) => one.kind === kind && one.merchantId === merchant && one.itemId === item,
  );
}

async function askDrop(context: AccountContext): Promise<Question | undefined> {
  const words = jobWords[context.language];
  const item = await itemIn(context);
  if (item === undefined || !mayDrop(item)) return undefined;
  return {
    title: words.drop,
    facts: [
      [words.kind, words.kinds[item.kind]],
      [words.item, <span class="code">{item.itemId}</span>],
      [words.tries, item.tries],
      [words.error, item.error],
    ],
    effects: [words.dropEffect],
  };
}

async function retry(context: AccountContext, item: FailedItem): Promise<PanelAnswer> {
  const { kit, language } = context;
  await kit.failedItems.retry(item);
  await context.log.done({ object: objectOf(item) });
  return redirect(context.panel(PATH), done(jobWords[language].retried));
}

async function drop(context: AccountContext, item: FailedItem): Promise<PanelAnswer> {
  const { kit, language } = context;
  const words = jobWords[language];
  if (!mayDrop(item)) return redirect(context.panel(PATH), refusal(words.kept));
  await kit.failedItems.drop(item);
  await context.log.done({ object: objectOf(item) });
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
        {items.length === 0 ? <p class="empty">{words.none}</p> : <ItemTable items={items} />}
      </>
    ),
  };
}

function ItemTable({ items }: { readonly items: readonly FailedItem[] }) {
  const { signedIn } = useAccount();
  const words = useWords(jobWords);
  const columns: readonly Column<FailedItem>[] = [
    { head: words.kind, isRowHead: true, cell: ({ kind }) => words.kinds[kind] },
    { head: words.item, cell: ({ itemId }) => <span class="code">{itemId}</span> },
    { head: words.state, cell: (item) => <ItemState item={item} /> },
    { head: words.tries, isNumber: true, cell: ({ tries }) => tries },
    { head: words.since, cell: ({ firstAt }) => <When at={firstAt} /> },
    { head: words.next, cell: ({ dueAt }) => <When at={dueAt} /> },
    { head: words.error, cell: ({ error }) => error },
  ];
  const actions: Column<FailedItem> = {
    head: words.action,
    isHidden: true,
    cell: (item) => <Actions item={item} />,
  };
  const mayChange = mayOperate(signedIn.user, "jobs.change");
  return (
    <Table label={words.title} columns={mayChange ? [...columns, actions] : columns} rows={items} />
  );
}

type ItemProps = { readonly item: FailedItem };

function ItemState({ item }: ItemProps) {
  const words = useWords(jobWords);
  return (
    <span class={`badge ${isSetAside(item) ? "bad" : "warn"}`}>
      {isSetAside(item) ? words.setAside : words.failing}
    </span>
  );
}

function Actions({ item }: ItemProps) {
  const words = useWords(jobWords);
  return (
    <>
      <ItemForm item={item} act="retry">
        <Button kind="plain">{words.retry}</Button>
      </ItemForm>
      {mayDrop(item) && (
        <ItemForm item={item} act="drop">
          <Button kind="danger">{words.drop}</Button>
        </ItemForm>
      )}
    </>
  );
}

type ItemFormProps = ItemProps & {
  readonly act: "retry" | "drop";
  readonly children: ComponentChildren;
};

function ItemForm({ item, act, children }: ItemFormProps) {
  const { panel } = useAccount();
  return (
    <Form action={panel(`${PATH}/${act}`)}>
      <input type="hidden" name="kind" value={item.kind} />
      <input type="hidden" name="merchant" value={item.merchantId} />
      <input type="hidden" name="item" value={item.itemId} />
      {children}
    </Form>
  );
}

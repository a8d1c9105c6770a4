import { Readable } from "node:stream";
import { ok } from "../../kernel/result.ts";
import type { Validity } from "../../kernel/validity.ts";
import { rowDifference, type TableVersion } from "../../domain/table/versioned-table.ts";
import { NOT_FOUND, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { Empty } from "../../page/parts/empty.tsx";
import { formatNumber } from "../../page/parts/numbers.ts";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { shell } from "../words/shell.ts";
import { editWords } from "./edit-words.ts";
import { csvOf, type EditedTable } from "./edited-table.ts";

const SHOWN = 100;

/** The earlier states of a table, and each state and the present one as a file. */
export function historyRoutes<Row extends Validity>(
  table: EditedTable<Row>,
): readonly PanelRoute[] {
  const { path, see } = table;
  const get = (end: string, run: (context: MerchantContext) => Promise<PanelAnswer>): PanelRoute =>
    merchantRoute({ method: "GET", path: `${path}/${end}`, permission: see, run });
  return [
    get("csv", async (context) => file(table, { rows: await table.inForce(context), part: "" })),
    get("history", (context) => historyPage(context, table)),
    get("history/:version", (context) => versionPage(context, table)),
    get("history/:version/csv", async (context) => {
      const number = numberIn(context);
      const rows = await table.store(context).rowsOf(context.scope, number);
      return rows === undefined ? NOT_FOUND : file(table, { rows, part: `-${number}` });
    }),
  ];
}

/**
 * The version that the address names; for a text that is no number, a number that no version has.
 */
function numberIn({ request }: MerchantContext): number {
  const text = request.params["version"] ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : -1;
}

type Content<Row> = { readonly rows: readonly Row[]; readonly part: string };

function file<Row extends Validity>(
  table: EditedTable<Row>,
  { rows, part }: Content<Row>,
): PanelAnswer {
  return {
    kind: "file",
    name: `${table.name}${part}.csv`,
    type: "text/csv; charset=utf-8",
    open: () => Promise.resolve(ok(Readable.from([csvOf(table, rows)]))),
  };
}

function crumbsOf<Row extends Validity>(context: MerchantContext, table: EditedTable<Row>) {
  return [{ label: table.parentTitle(context.language), href: context.to(table.parent) }];
}

async function historyPage<Row extends Validity>(
  context: MerchantContext,
  table: EditedTable<Row>,
): Promise<PanelAnswer> {
  const { scope, language } = context;
  const words = editWords[language];
  const versions = await table.store(context).versions(scope, SHOWN);
  return {
    kind: "page",
    nav: table.nav,
    title: `${table.title(language)}: ${words.history}`,
    crumbs: crumbsOf(context, table),
    body:
      versions.length === 0 ? (
        <Empty text={words.noHistory} />
      ) : (
        <>
          <p class="hint">{words.historyIntro}</p>
          <Table
            label={words.history}
            columns={versionColumns(context, table)}
            rows={versions}
            isLinked
          />
          {versions.length === SHOWN && <p class="hint">{words.newest(SHOWN)}</p>}
        </>
      ),
  };
}

function versionColumns<Row extends Validity>(
  context: MerchantContext,
  table: EditedTable<Row>,
): readonly Column<TableVersion>[] {
  const { language } = context;
  const words = editWords[language];
  const count = (value: number): string => formatNumber(value, language);
  return [
    {
      head: words.version,
      isRowHead: true,
      cell: ({ number }) => (
        <a href={context.to(`${table.path}/history/${number}`)}>
          {words.versionTitle(String(number))}
        </a>
      ),
    },
    {
      head: shell[language].moment,
      cell: ({ changedAt }) => <When at={changedAt} />,
    },
    { head: words.by, cell: ({ changedBy }) => <bdi>{changedBy ?? words.service}</bdi> },
    { head: words.added, isNumber: true, cell: ({ added }) => count(added) },
    { head: words.removed, isNumber: true, cell: ({ removed }) => count(removed) },
    { head: words.rowCount, isNumber: true, cell: ({ rowCount }) => count(rowCount) },
  ];
}

async function versionPage<Row extends Validity>(
  context: MerchantContext,
  table: EditedTable<Row>,
): Promise<PanelAnswer> {
  const { scope, language } = context;
  const words = editWords[language];
  const [number, store] = [numberIn(context), table.store(context)];
  const [rows, before] = await Promise.all([
    store.rowsOf(scope, number),
    store.rowsOf(scope, number - 1),
  ]);
  if (rows === undefined) return NOT_FOUND;
  const { added, removed } = rowDifference(before ?? rows, rows);
  const path = `${table.path}/history`;
  return {
    kind: "page",
    nav: table.nav,
    title: `${table.title(language)}: ${words.versionTitle(String(number))}`,
    crumbs: [...crumbsOf(context, table), { label: words.history, href: context.to(path) }],
    actions: (
      <a class="button plain" href={context.to(`${path}/${number}/csv`)}>
        {words.download}
      </a>
    ),
    body: (
      <>
        {added.length > 0 && (
          <section>
            <h2>{words.addedRows}</h2>
            {await table.show(context, { rows: added, label: words.addedRows })}
          </section>
        )}
        {removed.length > 0 && (
          <section>
            <h2>{words.removedRows}</h2>
            {await table.show(context, { rows: removed, label: words.removedRows })}
          </section>
        )}
        <section>
          <h2>{words.wholeTable}</h2>
          {rows.length === 0 ? (
            <Empty text={words.none} />
          ) : (
            await table.show(context, { rows, label: words.wholeTable })
          )}
        </section>
      </>
    ),
  };
}

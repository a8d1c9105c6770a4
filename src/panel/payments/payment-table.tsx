import type { FoundPayments } from "../../domain/report/find-payments.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Empty } from "../../page/parts/empty.tsx";
import { formatNumber } from "../../page/parts/numbers.ts";
import { Pager, type PageCursor } from "../../page/parts/pager.tsx";
import { Table } from "../../page/parts/table.tsx";
import { formatMoment } from "../../page/parts/when.tsx";
import { shell } from "../words/shell.ts";
import { ColumnChooser } from "./column-chooser.tsx";
import { paymentColumns } from "./payment-columns.tsx";
import { PAGE_SIZES } from "./read-search.ts";
import { totalsText, type StatusCounts } from "./status-tabs.tsx";
import { listWords } from "./words.ts";

type TableProps = {
  readonly shown: {
    readonly found: FoundPayments;
    readonly query: Readonly<Record<string, string>>;
    readonly isFiltered: boolean;
    readonly counts: StatusCounts;
    /** The number of payments on a page. */
    readonly size: number;
  };
};

export function PaymentTable({ shown }: TableProps) {
  const context = useMerchant();
  const { found, isFiltered } = shown;
  const { payments, leftOffAt } = found;
  if (payments.length === 0) {
    return leftOffAt === undefined ? (
      <NoPayments isFiltered={isFiltered} />
    ) : (
      <LeftOffHere shown={shown} />
    );
  }
  return (
    <>
      <div class="over">
        <Totals shown={shown} />
        <ColumnChooser />
      </div>
      <Table
        label={listWords[context.language].title}
        columns={paymentColumns(context, found)}
        rows={payments}
        class="payments"
        isLinked
      />
      {leftOffAt === undefined ? <Pages shown={shown} /> : <LeftOffHere shown={shown} />}
    </>
  );
}

/** The number of payments, and their sums where the roll-up has them. */
function Totals({ shown: { found, query, counts } }: TableProps) {
  const context = useMerchant();
  const words = useWords(listWords);
  const { payments, total, hasOlder } = found;
  const count = formatNumber(total ?? payments.length, context.language);
  const text = total === undefined ? words.found(payments.length, hasOlder) : words.total(count);
  const sums = totalsText(context, { query, counts });
  return (
    <p class="totals" id="count">
      {sums === undefined ? text : `${text} · ${sums}`}
    </p>
  );
}

function Pages({ shown: { found, query, size } }: TableProps) {
  const context = useMerchant();
  const words = useWords(listWords);
  const { payments, hasNewer, hasOlder, total } = found;
  const [smallest] = PAGE_SIZES;
  const isLong = hasNewer || hasOlder || payments.length > smallest;
  return (
    <div class="under">
      <Pager
        at={pagesOf(context, { ...query, per_page: sizeText(size) })}
        ids={payments.map(({ orderId }) => orderId)}
        hasNewer={hasNewer}
        hasOlder={hasOlder}
        page={context.request.query["page"]}
        pages={total === undefined ? undefined : Math.ceil(total / size)}
      />
      {isLong && (
        <nav class="pager sizes" aria-label={words.pageSize}>
          <span>{words.pageSize}</span>
          {PAGE_SIZES.map((one) => (
            <a
              href={context.to("payments") + queryText({ ...query, per_page: sizeText(one) })}
              aria-current={one === size ? "true" : undefined}
            >
              {one}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}

const DEFAULT_SIZE = 50;

function sizeText(size: number): string {
  return size === DEFAULT_SIZE ? "" : String(size);
}

function pagesOf(
  context: MerchantContext,
  query: TableProps["shown"]["query"],
): (cursor: PageCursor) => string {
  return (cursor) => context.to("payments") + queryText({ ...query, ...cursor });
}

/** If the search stopped at its limit: the time that it reached, and a link that continues it. */
function LeftOffHere({ shown: { found, query } }: TableProps) {
  const context = useMerchant();
  const { language, merchant, request } = context;
  const words = useWords(listWords);
  const { leftOffAt, hasNewer } = found;
  if (leftOffAt === undefined) return null;
  const side = (request.query["before"] ?? "") === "" ? "after" : "before";
  const at = pagesOf(context, query);
  const { timeZone } = merchant.settings;
  const moment = formatMoment(leftOffAt.at, { language, timeZone });
  return (
    <div class="empty">
      <p role="status">
        {found.payments.length === 0 ? words.noneSoFar(moment) : words.soFar(moment)}
      </p>
      <nav class="pager" aria-label={shell[language].pages}>
        {hasNewer && <a href={at({})}>{shell[language].first}</a>}
        <a href={at({ [side]: leftOffAt.orderId })}>{words.searchOn}</a>
      </nav>
    </div>
  );
}

/** The reason why the list is empty, and a link that helps. */
function NoPayments({ isFiltered }: { readonly isFiltered: boolean }) {
  const { language, scope, kit, to } = useMerchant();
  const words = useWords(listWords);
  if (isFiltered) {
    return (
      <Empty text={words.none}>
        <a href={to("payments")}>{words.clear}</a>
      </Empty>
    );
  }
  return (
    <Empty text={words.noneYet}>
      {scope.mode === "test" ? (
        <a href={kit.pagePaths.demo(language)}>{words.tryShop}</a>
      ) : undefined}
    </Empty>
  );
}

import type { Language } from "../../kernel/language.ts";
import type { LoggedRequest } from "../../domain/report/request-log.ts";
import { type MerchantContext, useMerchant } from "../kit/context.ts";
import { formatNumber } from "../../page/parts/numbers.ts";
import { Identifier } from "../../page/parts/identifier.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { shell } from "../words/shell.ts";
import { requestWords } from "./words.ts";

type RequestTableProps = { readonly label: string; readonly requests: readonly LoggedRequest[] };

/**
 * A table of requests; each row links to the page of its request, which has the rest. On phones a
 * row is two lines: method and path, then status, duration and time.
 */
export function RequestTable({ label, requests }: RequestTableProps) {
  const context = useMerchant();
  return (
    <Table label={label} columns={columnsOf(context)} rows={requests} isLinked class="requests" />
  );
}

const COLUMNS_AFTER_TIME = 5;

function columnsOf(context: MerchantContext): readonly Column<LoggedRequest>[] {
  const { language } = context;
  const words = requestWords[language];
  return [
    {
      head: shell[language].moment,
      cellClass: "time",
      cell: ({ at }) => <When at={at} hasSeconds />,
    },
    {
      head: words.request,
      isRowHead: true,
      cellClass: "long",
      span: ({ unrecorded }) => (unrecorded === undefined ? undefined : COLUMNS_AFTER_TIME),
      cell: (request) => <Call request={request} />,
    },
    { head: words.status, cell: (request) => <AnswerStatus request={request} /> },
    {
      head: words.duration,
      isNumber: true,
      cell: (request) => durationText(request, language),
    },
    {
      head: words.keyColumn,
      cellClass: "extra",
      cell: ({ keyLastFour }) => keyLastFour ?? shell[language].nothing,
    },
    {
      head: words.requestId,
      cellClass: "extra",
      cell: ({ requestId }) => <Identifier name={words.requestId} value={requestId} isTail />,
    },
  ];
}

/** The request as a link, or the number of requests that the log could not record. */
function Call({ request }: { readonly request: LoggedRequest }) {
  const { language, to } = useMerchant();
  const { unrecorded, entryId, method, path } = request;
  if (unrecorded !== undefined) {
    return <>{requestWords[language].unrecorded(formatNumber(unrecorded, language))}</>;
  }
  return (
    <a href={to(`requests/${entryId}`)}>
      {method} {pathOnly(path)}
    </a>
  );
}

type AnswerStatusProps = { readonly request: Pick<LoggedRequest, "status" | "code"> };

/** The status with its code; the colour is only an addition. */
export function AnswerStatus({ request }: AnswerStatusProps) {
  const { code } = request;
  return (
    <>
      <span class={`badge ${toneOf(request)}`}>{request.status}</span>
      {code !== undefined && <small class="below code">{code}</small>}
    </>
  );
}

function toneOf({ status, code }: Pick<LoggedRequest, "status" | "code">) {
  if (status >= 500) return "bad";
  return status >= 400 || code !== undefined ? "warn" : "good";
}

/** The duration in ms, with one decimal if it is short. */
export function durationText({ durationUs }: LoggedRequest, language: Language): string {
  const ms = durationUs / 1_000;
  return `${formatNumber(ms, language, { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`;
}

function pathOnly(path: string): string {
  return path.split("?", 1)[0] ?? path;
}

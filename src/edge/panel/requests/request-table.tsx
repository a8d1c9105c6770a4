import type { Language } from "../../../checkout/session.ts";
import type { LoggedRequest } from "../../../report/request-log.ts";
import type { MerchantContext } from "../kit/context.ts";
import { formatNumber } from "../parts/numbers.ts";
import { TableFrame } from "../parts/table.tsx";
import { When } from "../parts/when.tsx";
import { shell } from "../words/shell.ts";
import { requestWords } from "./words.ts";

type RequestTableProps = {
  readonly context: MerchantContext;
  readonly label: string;
  readonly requests: readonly LoggedRequest[];
};

/** A table of requests; each row links to the page of its request. */
export function RequestTable({ context, label, requests }: RequestTableProps) {
  const { language, merchant } = context;
  const words = requestWords[language];
  const heads = [
    { head: shell[language].moment },
    { head: words.request },
    { head: words.status },
    { head: words.duration },
    { head: words.keyColumn },
    { head: words.requestId },
  ];
  return (
    <TableFrame label={label} heads={heads}>
      {requests.map((request) => (
        <tr>
          <td>
            <When
              at={request.at}
              language={language}
              timeZone={merchant.settings.timeZone}
              hasSeconds
            />
          </td>
          {request.unrecorded === undefined ? (
            <CallCells context={context} request={request} />
          ) : (
            <th scope="row" class="long" colSpan={heads.length - 1}>
              {words.unrecorded(formatNumber(request.unrecorded, language))}
            </th>
          )}
        </tr>
      ))}
    </TableFrame>
  );
}

type CallCellsProps = { readonly context: MerchantContext; readonly request: LoggedRequest };

function CallCells({ context, request }: CallCellsProps) {
  const { language } = context;
  return (
    <>
      <th scope="row" class="long">
        <a href={context.to(`requests/${request.entryId}`)}>
          {request.method} {pathOnly(request.path)}
        </a>
      </th>
      <td>
        <AnswerStatus request={request} />
      </td>
      <td class="number">{durationText(request, language)}</td>
      <td>{request.keyLastFour ?? shell[language].nothing}</td>
      <td>
        <span class="code">{request.requestId}</span>
      </td>
    </>
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

export function toneOf({ status, code }: Pick<LoggedRequest, "status" | "code">) {
  if (status >= 500) return "bad";
  return status >= 400 || code !== undefined ? "warn" : "good";
}

/** The duration in ms, with one decimal if it is short. */
export function durationText({ durationUs }: LoggedRequest, language: Language): string {
  const ms = durationUs / 1_000;
  return `${formatNumber(ms, language, { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`;
}

export function pathOnly(path: string): string {
  return path.split("?", 1)[0] ?? path;
}

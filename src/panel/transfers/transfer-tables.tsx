import type { WaitingLine } from "../../domain/transfer/ports.ts";
import { lineId } from "../../domain/transfer/statement-line.ts";
import type { TransferRequest } from "../../domain/transfer/transfer-request.ts";
import { formatMoney } from "../../page/format.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Identifier } from "../../page/parts/identifier.tsx";
import { inFours } from "../../page/parts/in-fours.ts";
import { PaymentLink } from "../parts/payment-link.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { formatDate, When } from "../../page/parts/when.tsx";
import { transferWords } from "./words.ts";

/** The page of an unmatched line. */
export function linePath({ to }: MerchantContext, line: WaitingLine["line"]): string {
  return to("transfers/line") + queryText({ line: lineId(line) });
}

type WaitingProps = { readonly waiting: readonly TransferRequest[] };

/** The transfers that customers were asked to send. */
export function WaitingTable({ waiting }: WaitingProps) {
  const { language } = useMerchant();
  const words = useWords(transferWords);
  if (waiting.length === 0) return <p class="empty">{words.noWaiting}</p>;
  const columns: readonly Column<TransferRequest>[] = [
    {
      head: words.order,
      isRowHead: true,
      cell: ({ orderId }) => <PaymentLink orderId={orderId} />,
    },
    {
      head: words.code,
      cell: ({ referenceCode }) => <Identifier name={words.code} value={referenceCode} />,
    },
    {
      head: words.amount,
      cellClass: "number",
      cell: ({ amount }) => formatMoney(amount, language),
    },
    { head: words.bank, cell: ({ bankName }) => bankName },
    { head: words.since, cell: ({ createdAt }) => <When at={createdAt} /> },
    { head: words.until, cell: ({ expiresAt }) => <When at={expiresAt} /> },
  ];
  return <Table label={words.waiting} columns={columns} rows={waiting} />;
}

/** The statement lines that match no payment and wait for a person. */
export function QueueTable({ queue }: { readonly queue: readonly WaitingLine[] }) {
  const context = useMerchant();
  const words = useWords(transferWords);
  if (queue.length === 0) return <p class="empty">{words.noQueue}</p>;
  return (
    <>
      <p class="hint">{words.queueHint}</p>
      <Table label={words.queue} columns={queueColumns(context)} rows={queue} isLinked />
    </>
  );
}

function queueColumns(context: MerchantContext): readonly Column<WaitingLine>[] {
  const { language, merchant } = context;
  const words = transferWords[language];
  const { timeZone } = merchant.settings;
  return [
    {
      head: words.day,
      isRowHead: true,
      cellClass: "whole",
      cell: ({ line }) => (
        <a href={linePath(context, line)}>{formatDate(line.bookedAt, { language, timeZone })}</a>
      ),
    },
    {
      head: words.amount,
      cellClass: "number",
      cell: ({ line, remaining }) => (
        <>
          {formatMoney(remaining, language)}
          {remaining.minor < line.amount.minor && (
            <small class="below">{words.partOf(formatMoney(line.amount, language))}</small>
          )}
        </>
      ),
    },
    {
      head: words.reason,
      cell: ({ reason }) => <span class="badge warn">{words.reasons[reason]}</span>,
    },
    { head: words.description, cellClass: "long", cell: ({ line }) => line.description },
    { head: words.sender, cell: ({ line }) => <Sender line={line} /> },
    {
      head: words.order,
      cell: ({ orderId }) =>
        orderId === undefined ? "–" : <PaymentLink orderId={orderId} isShort />,
    },
  ];
}

/** The sender's name, with the account below it in groups of four. */
export function Sender({ line }: { readonly line: WaitingLine["line"] }) {
  const { senderName, senderIban } = line;
  return (
    <>
      <bdi>{senderName ?? "–"}</bdi>
      {senderIban !== undefined && <small class="below code">{inFours(senderIban)}</small>}
    </>
  );
}

import type { Instant } from "../../../kernel/clock.ts";
import { may } from "../../../merchant/permission.ts";
import type { UnmatchedLine } from "../../../transfer/ports.ts";
import { lineId } from "../../../transfer/statement-line.ts";
import type { TransferRequest } from "../../../transfer/transfer-request.ts";
import { formatMoney } from "../../page/format.ts";
import type { MerchantContext } from "../kit/context.ts";
import { Button, Form } from "../parts/form.tsx";
import { PaymentLink } from "../parts/payment-link.tsx";
import { Table, type Column } from "../parts/table.tsx";
import { formatDate, When } from "../parts/when.tsx";
import { transferWords } from "./words.ts";

type WaitingProps = {
  readonly context: MerchantContext;
  readonly waiting: readonly TransferRequest[];
};

/** The transfers that customers were asked to send. */
export function WaitingTable({ context, waiting }: WaitingProps) {
  const { language, merchant } = context;
  const words = transferWords[language];
  if (waiting.length === 0) return <p class="empty">{words.noWaiting}</p>;
  const time = (at: Instant) => (
    <When at={at} language={language} timeZone={merchant.settings.timeZone} />
  );
  const columns: readonly Column<TransferRequest>[] = [
    {
      head: words.order,
      isRowHead: true,
      cell: ({ orderId }) => <PaymentLink context={context} orderId={orderId} />,
    },
    { head: words.code, cell: ({ referenceCode }) => <span class="code">{referenceCode}</span> },
    {
      head: words.amount,
      cellClass: "number",
      cell: ({ amount }) => formatMoney(amount, language),
    },
    { head: words.bank, cell: ({ bankName }) => bankName },
    { head: words.since, cell: ({ createdAt }) => time(createdAt) },
    { head: words.until, cell: ({ expiresAt }) => time(expiresAt) },
  ];
  return <Table label={words.waiting} columns={columns} rows={waiting} />;
}

type QueueProps = {
  readonly context: MerchantContext;
  readonly queue: readonly UnmatchedLine[];
};

/** The statement lines that match no payment and wait for a person. */
export function QueueTable({ context, queue }: QueueProps) {
  const words = transferWords[context.language];
  if (queue.length === 0) return <p class="empty">{words.noQueue}</p>;
  return (
    <>
      <p class="hint">{words.queueHint}</p>
      <Table label={words.queue} columns={queueColumns(context)} rows={queue} />
    </>
  );
}

function queueColumns(context: MerchantContext): readonly Column<UnmatchedLine>[] {
  const { language, merchant, signedIn } = context;
  const words = transferWords[language];
  const { timeZone } = merchant.settings;
  const mayReturn = may(signedIn.user, "transfers.settle");
  return [
    {
      head: words.day,
      cellClass: "whole",
      cell: ({ line }) => formatDate(line.bookedAt, { language, timeZone }),
    },
    {
      head: words.amount,
      cellClass: "number",
      cell: ({ line }) => formatMoney(line.amount, language),
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
        orderId === undefined ? "–" : <PaymentLink context={context} orderId={orderId} />,
    },
    {
      head: words.giveBack,
      isHidden: true,
      cell: ({ line }) => mayReturn && <ReturnForm context={context} line={line} />,
    },
  ];
}

type LineProps = { readonly line: UnmatchedLine["line"] };

function Sender({ line }: LineProps) {
  return (
    <>
      {line.senderName ?? "–"}{" "}
      {line.senderIban !== undefined && <span class="code">{line.senderIban}</span>}
    </>
  );
}

function ReturnForm({ context, line }: LineProps & { readonly context: MerchantContext }) {
  const words = transferWords[context.language];
  return (
    <Form context={context} action={context.to("transfers/return")} class="sift">
      <input type="hidden" name="line" value={lineId(line)} />
      <div class="field short">
        <input
          name="reference"
          aria-label={words.reference}
          placeholder={words.reference}
          maxLength={255}
          autocomplete="off"
          required
        />
      </div>
      <Button kind="plain">{words.giveBack}</Button>
    </Form>
  );
}

import { may } from "../../../merchant/permission.ts";
import type { UnmatchedLine } from "../../../transfer/ports.ts";
import { lineId } from "../../../transfer/statement-line.ts";
import type { TransferRequest } from "../../../transfer/transfer-request.ts";
import { formatMoney } from "../../page/format.ts";
import type { MerchantContext } from "../context.ts";
import { Button, Form } from "../parts/form.tsx";
import { PaymentLink } from "../parts/payment-link.tsx";
import { Table } from "../parts/table.tsx";
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
  const { timeZone } = merchant.settings;
  if (waiting.length === 0) return <p class="empty">{words.noWaiting}</p>;
  const columns = [words.order, words.code, words.amount, words.bank, words.since, words.until];
  return (
    <Table label={words.waiting} columns={columns}>
      {waiting.map((request) => (
        <tr>
          <th scope="row">
            <PaymentLink context={context} orderId={request.orderId} />
          </th>
          <td>
            <span class="code">{request.referenceCode}</span>
          </td>
          <td class="number">{formatMoney(request.amount, language)}</td>
          <td>{request.bankName}</td>
          <td>
            <When at={request.createdAt} language={language} timeZone={timeZone} />
          </td>
          <td>
            <When at={request.expiresAt} language={language} timeZone={timeZone} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

type QueueProps = {
  readonly context: MerchantContext;
  readonly queue: readonly UnmatchedLine[];
};

/** The statement lines that match no payment and wait for a person. */
export function QueueTable({ context, queue }: QueueProps) {
  const words = transferWords[context.language];
  if (queue.length === 0) return <p class="empty">{words.noQueue}</p>;
  const columns = [
    words.day,
    words.amount,
    words.reason,
    words.description,
    words.sender,
    words.order,
    { head: words.giveBack, isHidden: true },
  ];
  return (
    <>
      <p class="hint">{words.queueHint}</p>
      <Table label={words.queue} columns={columns}>
        {queue.map((unmatched) => (
          <QueueRow context={context} unmatched={unmatched} />
        ))}
      </Table>
    </>
  );
}

type QueueRowProps = { readonly context: MerchantContext; readonly unmatched: UnmatchedLine };

function QueueRow({ context, unmatched }: QueueRowProps) {
  const { language, merchant, signedIn } = context;
  const words = transferWords[language];
  const { line, reason, orderId } = unmatched;
  return (
    <tr>
      <td class="whole">
        {formatDate(line.bookedAt, { language, timeZone: merchant.settings.timeZone })}
      </td>
      <td class="number">{formatMoney(line.amount, language)}</td>
      <td>
        <span class="badge warn">{words.reasons[reason]}</span>
      </td>
      <td class="long">{line.description}</td>
      <td>
        {line.senderName ?? "–"} {line.senderIban !== undefined && <Iban text={line.senderIban} />}
      </td>
      <td>{orderId === undefined ? "–" : <PaymentLink context={context} orderId={orderId} />}</td>
      <td>
        {may(signedIn.user, "transfers.settle") && (
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
        )}
      </td>
    </tr>
  );
}

function Iban({ text }: { readonly text: string }) {
  return <span class="code">{text}</span>;
}

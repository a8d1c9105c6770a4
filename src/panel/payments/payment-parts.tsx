import { MINUTE } from "../../kernel/clock.ts";
import { money } from "../../kernel/money.ts";
import { paymentRecord } from "../../domain/payment/record.ts";
import type { PaymentHistory } from "../../domain/report/history.ts";
import { formatMoney } from "../../page/format.ts";
import type { LoggedRequest } from "../../domain/report/request-log.ts";
import { useLanguage, useMerchant, useWords } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { formatLength } from "../../page/parts/numbers.ts";
import { instrumentOf, Status, statusOf } from "../parts/status.tsx";
import { PaymentLink } from "../parts/payment-link.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { RequestTable } from "../requests/request-table.tsx";
import { requestWords } from "../requests/words.ts";
import { shell } from "../words/shell.ts";
import { detailWords } from "./payment-words.ts";
import { timelineOf } from "./timeline.ts";
import { listWords } from "./words.ts";

type Props = { readonly history: PaymentHistory };

/** The events of the payment and their causes, each with the time since the one before. */
export function Timeline({ history }: Props) {
  const { kit, language } = useMerchant();
  const entries = timelineOf(history, { language, realNow: kit.clock.now() });
  return (
    <Card title={detailWords[language].timeline}>
      <ol class="timeline">
        {entries.map(({ at, tone, text, details, by }, index) => (
          <li class={tone}>
            <span>
              <When at={at} hasSeconds />
              <Gap ms={at - (entries[index - 1]?.at ?? at)} />
            </span>
            <div>
              <p>{text}</p>
              {details.length > 0 && <p class="hint">{details.join(" · ")}</p>}
              {by !== undefined && <p class="hint by">{by}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Gap({ ms }: { readonly ms: number }) {
  const language = useLanguage();
  const text = formatLength(ms, language);
  return text === undefined ? null : <span class="gap"> +{text}</span>;
}

/** The postings of the payment; each row has a debit and a credit side, so the table balances. */
export function Books({ history }: Props) {
  const { language } = useMerchant();
  const words = useWords(detailWords);
  if (history.postings.length === 0) return null;
  const columns: readonly Column<PaymentHistory["postings"][number]>[] = [
    {
      head: shell[language].moment,
      cell: ({ at }) => <When at={at} hasSeconds />,
    },
    { head: words.debit, cell: ({ debit }) => words.accounts[debit] },
    { head: words.credit, cell: ({ credit }) => words.accounts[credit] },
    {
      head: listWords[language].amount,
      isNumber: true,
      cell: ({ amount }) => formatMoney(amount, language),
    },
  ];
  return (
    <Card title={words.books}>
      <Table label={words.books} columns={columns} rows={history.postings} />
    </Card>
  );
}

export function Basket({ history }: Props) {
  const { language } = useMerchant();
  const { basket, amount } = history.session;
  if (basket.length === 0) return null;
  return (
    <details class="card more">
      <summary>
        {detailWords[language].basket} ({basket.length})
      </summary>
      <ul class="lines">
        {basket.map(({ name, qty = 1, unit_price }) => (
          <li>
            <span>
              {qty} × {name ?? shell[language].nothing}
            </span>
            {unit_price !== undefined && (
              <span class="number">
                {formatMoney(money(BigInt(unit_price) * BigInt(qty), amount.currency), language)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The session's metadata as rows; a nested value is shown as JSON. */
export function SessionMetadata({ history }: Props) {
  const { language } = useMerchant();
  const members = Object.entries(history.session.metadata);
  if (members.length === 0) return null;
  return (
    <Card title={detailWords[language].metadata}>
      <Facts>
        {members.map(([name, value]) => (
          <Fact name={name}>
            <bdi>{typeof value === "string" ? value : JSON.stringify(value)}</bdi>
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

export function Siblings({ history }: Props) {
  const { language } = useMerchant();
  const words = useWords(detailWords);
  if (history.siblings.length === 0) return null;
  return (
    <Card title={words.siblings}>
      <ul class="lines">
        {history.siblings.map((payment) => (
          <li>
            <PaymentLink orderId={payment.orderId} />
            <span>{instrumentOf(payment, language)}</span>
            <Status status={statusOf(payment)} />
            <When at={payment.createdAt} hasSeconds />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** All logged API requests about the payment, reads included. */
export function Calls({ calls }: { readonly calls: readonly LoggedRequest[] }) {
  const { kit, scope, language } = useMerchant();
  const isMoved = kit.clocks.now(scope) - kit.clock.now() > MINUTE;
  const label = requestWords[language].ofPayment(String(calls.length));
  if (calls.length === 0) return null;
  return (
    <details class="card more">
      <summary>{label}</summary>
      {isMoved && <p class="hint">{detailWords[language].callsInRealTime}</p>}
      <RequestTable label={label} requests={calls} />
    </details>
  );
}

/** The payment record of the interface, as the merchant's programs receive it. */
export function RawRecord({ history }: Props) {
  const { language } = useMerchant();
  const { payment, session } = history;
  const record = {
    ...paymentRecord(payment),
    session_id: payment.sessionId,
    metadata: session.metadata,
  };
  return (
    <details class="card more">
      <summary>{detailWords[language].raw}</summary>
      <pre tabIndex={0}>
        <code>{JSON.stringify(record, null, 2)}</code>
      </pre>
    </details>
  );
}

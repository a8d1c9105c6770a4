import type { Payment } from "../../../payment/payment.ts";
import type { FoundPayments } from "../../../report/find-payments.ts";
import { formatMoney } from "../../page/format.ts";
import { money } from "../../../kernel/money.ts";
import type { MerchantContext } from "../context.ts";
import { queryText } from "../panel-paths.ts";
import { instrumentOf, Status, statusOf } from "../parts/status.tsx";
import { When } from "../parts/when.tsx";
import { paymentWords } from "../words/payment.ts";
import { shell } from "../words/shell.ts";
import { listWords } from "./words.ts";

type TableProps = {
  readonly context: MerchantContext;
  readonly shown: {
    readonly found: FoundPayments;
    /** Absent where a text was searched for, and nobody counts them all. */
    readonly total: number | undefined;
    readonly query: Readonly<Record<string, string>>;
    readonly isFiltered: boolean;
  };
};

export function PaymentTable({ context, shown }: TableProps) {
  const { found, total, isFiltered } = shown;
  const { language } = context;
  const words = listWords[language];
  const { payments, hasOlder } = found;
  if (payments.length === 0) return <Empty context={context} isFiltered={isFiltered} />;
  const count = new Intl.NumberFormat(language).format(total ?? payments.length);
  return (
    <>
      <p class="hint" id="count">
        {total === undefined ? words.found(payments.length, hasOlder) : words.total(count)}
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label={words.title}>
        <table class="payments">
          <thead>
            <tr>
              <th scope="col">{words.time}</th>
              <th scope="col" class="number">
                {words.amount}
              </th>
              <th scope="col">{words.status}</th>
              <th scope="col">{words.method}</th>
              <th scope="col">{words.customer}</th>
              <th scope="col">{words.order}</th>
            </tr>
          </thead>
          <tbody>
            {payments.map((payment) => (
              <PaymentRow context={context} payment={payment} />
            ))}
          </tbody>
        </table>
      </div>
      <Pager context={context} shown={shown} />
    </>
  );
}

type RowProps = { readonly context: MerchantContext; readonly payment: Payment };

function PaymentRow({ context, payment }: RowProps) {
  const { language, merchant } = context;
  const names = paymentWords[language];
  const { orderId, amount, refundedMinor, declineReason, customerId, createdAt } = payment;
  return (
    <tr>
      <td>
        <When at={createdAt} language={language} timeZone={merchant.settings.timeZone} />
      </td>
      <td class="number">
        <strong>{formatMoney(amount, language)}</strong>
        {refundedMinor > 0n && (
          <small class="below">
            {names.refundedOf(formatMoney(money(refundedMinor, amount.currency), language))}
          </small>
        )}
      </td>
      <td>
        <Status status={statusOf(payment)} language={language} />
        {declineReason !== undefined && (
          <small class="below">{names.declines[declineReason]}</small>
        )}
      </td>
      <td>{instrumentOf(payment, language)}</td>
      <td>{customerId ?? <span class="mute">{shell[language].nothing}</span>}</td>
      <td>
        <a class="code" href={context.to(`payments/${orderId}`)}>
          {orderId}
        </a>
      </td>
    </tr>
  );
}

function Pager({ context, shown }: TableProps) {
  const { found, query } = shown;
  const words = shell[context.language];
  const { payments, hasNewer, hasOlder } = found;
  const at = (edge: Readonly<Record<string, string | undefined>>): string =>
    context.to("payments") + queryText({ ...query, ...edge });
  if (!hasNewer && !hasOlder) return null;
  return (
    <nav class="pager" aria-label={words.pages}>
      {hasNewer && <a href={at({})}>{words.first}</a>}
      {hasNewer && <a href={at({ before: payments[0]?.orderId })}>{words.previous}</a>}
      {hasOlder && <a href={at({ after: payments.at(-1)?.orderId })}>{words.next}</a>}
    </nav>
  );
}

type EmptyProps = { readonly context: MerchantContext; readonly isFiltered: boolean };

/** Says why there is nothing, and the one thing that changes it. */
function Empty({ context, isFiltered }: EmptyProps) {
  const words = listWords[context.language];
  return (
    <div class="empty">
      <p>{isFiltered ? words.none : words.noneYet}</p>
      {isFiltered && (
        <p>
          <a href={context.to("payments")}>{words.clear}</a>
        </p>
      )}
      {!isFiltered && context.scope.mode === "test" && (
        <p>
          <a href={context.kit.pagePaths.demo(context.language)}>{words.tryShop}</a>
        </p>
      )}
    </div>
  );
}

import type { Customer } from "../../../checkout/session.ts";
import type { Payment } from "../../../payment/payment.ts";
import type { FoundPayments } from "../../../report/find-payments.ts";
import { formatMoney } from "../../page/format.ts";
import { money } from "../../../kernel/money.ts";
import type { MerchantContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { formatNumber } from "../parts/numbers.ts";
import { Pager, type PageCursor } from "../parts/pager.tsx";
import { PaymentLink } from "../parts/payment-link.tsx";
import { instrumentOf, Status, statusOf } from "../parts/status.tsx";
import { formatMoment, When } from "../parts/when.tsx";
import { paymentWords } from "../words/payment.ts";
import { shell } from "../words/shell.ts";
import { listWords } from "./words.ts";

type TableProps = {
  readonly context: MerchantContext;
  readonly shown: {
    readonly found: FoundPayments;
    readonly query: Readonly<Record<string, string>>;
    readonly isFiltered: boolean;
  };
};

export function PaymentTable({ context, shown }: TableProps) {
  const { found, isFiltered } = shown;
  const { language } = context;
  const words = listWords[language];
  const { payments, total, hasOlder, leftOffAt } = found;
  if (payments.length === 0) {
    return leftOffAt === undefined ? (
      <Empty context={context} isFiltered={isFiltered} />
    ) : (
      <LeftOffHere context={context} shown={shown} />
    );
  }
  const count = formatNumber(total ?? payments.length, language);
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
              <PaymentRow context={context} payment={payment} found={found} />
            ))}
          </tbody>
        </table>
      </div>
      {leftOffAt === undefined ? (
        <Pages context={context} shown={shown} />
      ) : (
        <LeftOffHere context={context} shown={shown} />
      )}
    </>
  );
}

type RowProps = {
  readonly context: MerchantContext;
  readonly payment: Payment;
  readonly found: FoundPayments;
};

function PaymentRow({ context, payment, found }: RowProps) {
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
      <td>
        <CustomerCell
          language={language}
          customer={found.customers.get(payment.sessionId)}
          customerId={customerId}
        />
      </td>
      <td>
        <PaymentLink context={context} orderId={orderId} />
      </td>
    </tr>
  );
}

type CustomerProps = {
  readonly language: MerchantContext["language"];
  readonly customer: Customer | undefined;
  readonly customerId: string | undefined;
};

/** The customer's name with the e-mail below it, or else the best that is known. */
function CustomerCell({ language, customer = {}, customerId }: CustomerProps) {
  const { name = "", surname = "", email = "", phone = "" } = customer;
  const known = [`${name} ${surname}`.trim(), email, phone, customerId ?? ""];
  const [first, second] = known.filter((text) => text !== "");
  if (first === undefined) return <span class="mute">{shell[language].nothing}</span>;
  return (
    <>
      <bdi>{first}</bdi>
      {second !== undefined && (
        <small class="below">
          <bdi>{second}</bdi>
        </small>
      )}
    </>
  );
}

function Pages({ context, shown: { found, query } }: TableProps) {
  const { payments, hasNewer, hasOlder } = found;
  return (
    <Pager
      language={context.language}
      at={pagesOf(context, query)}
      ids={payments.map(({ orderId }) => orderId)}
      hasNewer={hasNewer}
      hasOlder={hasOlder}
    />
  );
}

function pagesOf(
  context: MerchantContext,
  query: TableProps["shown"]["query"],
): (cursor: PageCursor) => string {
  return (cursor) => context.to("payments") + queryText({ ...query, ...cursor });
}

/** If the search stopped at its limit: the time that it reached, and a link that continues it. */
function LeftOffHere({ context, shown: { found, query } }: TableProps) {
  const { language, merchant, request } = context;
  const words = listWords[language];
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

type EmptyProps = { readonly context: MerchantContext; readonly isFiltered: boolean };

/** The reason why the list is empty, and a link that helps. */
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

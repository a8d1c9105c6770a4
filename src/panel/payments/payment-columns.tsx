import { fullName, type Customer } from "../../domain/session/session.ts";
import { money } from "../../kernel/money.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { financingOf } from "../../domain/payment/record.ts";
import type { FoundPayments } from "../../domain/report/find-payments.ts";
import { formatMoney } from "../../page/format.ts";
import { type MerchantContext, useLanguage, useMerchant } from "../kit/context.ts";
import { Identifier } from "../../page/parts/identifier.tsx";
import { PersonalText } from "../../page/parts/personal-text.tsx";
import { instrumentOf, Status, statusOf } from "../parts/status.tsx";
import type { Column } from "../../page/parts/table.tsx";
import { StackedWhen } from "../../page/parts/when.tsx";
import { paymentWords } from "../words/payment.ts";
import { shell } from "../words/shell.ts";
import { listWords } from "./words.ts";

/** The columns that a reader may leave out; the amount is the link and always there. */
export const OPTIONAL_COLUMNS = ["status", "customer", "method", "time", "order"] as const;
export type ColumnName = (typeof OPTIONAL_COLUMNS)[number];

type FoundCustomers = Pick<FoundPayments, "customers">;

/**
 * The columns of the list; the first one is the link to the payment. `except` names a column whose
 * cells would all be the same.
 */
export function paymentColumns(
  context: MerchantContext,
  found: FoundCustomers,
  except?: ColumnName,
): Column<Payment>[] {
  const { language, look } = context;
  const shown = OPTIONAL_COLUMNS.filter((name) => name !== except && !look.hidden.includes(name));
  const optional = optionalColumns(context, found);
  return [
    {
      head: listWords[language].amount,
      isRowHead: true,
      isNumber: true,
      cell: (payment) => <AmountCell payment={payment} />,
    },
    ...shown.map((name) => optional[name]),
  ];
}

function optionalColumns(
  context: MerchantContext,
  found: FoundCustomers,
): Readonly<Record<ColumnName, Column<Payment>>> {
  const { language } = context;
  const words = listWords[language];
  return {
    status: {
      head: words.status,
      cellClass: "status",
      cell: (payment) => <StatusCell payment={payment} />,
    },
    customer: {
      head: words.customer,
      cellClass: "customer",
      cell: ({ sessionId, customerId }) => {
        const [first, second] = namesOf(found.customers.get(sessionId), customerId);
        return first === undefined ? (
          shell[language].nothing
        ) : (
          <Two first={first} second={second} />
        );
      },
    },
    method: {
      head: words.method,
      cellClass: "method",
      cell: (payment) => <MethodCell payment={payment} />,
    },
    time: {
      head: words.time,
      cellClass: "time",
      cell: ({ createdAt }) => <StackedWhen at={createdAt} />,
    },
    order: {
      head: words.order,
      cellClass: "order",
      cell: (payment) => <OrderCell payment={payment} />,
    },
  };
}

type CellProps = { readonly payment: Payment };

function StatusCell({ payment }: CellProps) {
  const language = useLanguage();
  const { declineReason } = payment;
  return (
    <>
      <Status status={statusOf(payment)} />
      {declineReason !== undefined && (
        <small class="below">{paymentWords[language].declines[declineReason]}</small>
      )}
    </>
  );
}

function MethodCell({ payment }: CellProps) {
  const language = useLanguage();
  const bank = payment.card?.bankName;
  return (
    <>
      {instrumentOf(payment, language)}
      {bank !== undefined && <small class="below">{bank}</small>}
    </>
  );
}

/** The merchant's own number of the order, if there is one, with the end of the payment's id. */
function OrderCell({ payment: { orderId, reference } }: CellProps) {
  const language = useLanguage();
  const id = <Identifier name={listWords[language].order} value={orderId} isTail />;
  if (reference === undefined) return id;
  return (
    <>
      <bdi class="reference">{reference}</bdi>
      <small class="below">{id}</small>
    </>
  );
}

function AmountCell({ payment }: { readonly payment: Payment }) {
  const { language, to } = useMerchant();
  const { orderId, amount, refundedMinor } = payment;
  const refunded = money(refundedMinor, amount.currency);
  const financing = financingOf(payment);
  return (
    <>
      <a href={to(`payments/${orderId}`)}>
        {formatMoney(amount, language)}
        <span class="unseen">, {orderId}</span>
      </a>
      {financing.minor > 0n && (
        <small class="below">
          {paymentWords[language].financingOf(formatMoney(financing, language))}
        </small>
      )}
      {refundedMinor > 0n && (
        <small class="below">
          {paymentWords[language].refundedOf(formatMoney(refunded, language))}
        </small>
      )}
    </>
  );
}

/** The customer's name, e-mail, phone and number, as far as they are known. */
function namesOf(customer: Customer = {}, customerId = ""): readonly string[] {
  const { email = "", phone = "" } = customer;
  return [fullName(customer), email, phone, customerId].filter((text) => text !== "");
}

type TwoProps = { readonly first: string; readonly second: string | undefined };

/** A text of a customer with a smaller one below it. */
function Two({ first, second }: TwoProps) {
  return (
    <>
      <PersonalText text={first} />
      {second !== undefined && (
        <small class="below">
          <PersonalText text={second} />
        </small>
      )}
    </>
  );
}

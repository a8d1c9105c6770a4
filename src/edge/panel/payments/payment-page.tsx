import { money } from "../../../kernel/money.ts";
import { may } from "../../../merchant/permission.ts";
import { PUBLIC_STATUS, STATUS_RESULT, wasTaken } from "../../../payment/states.ts";
import { refundable } from "../../../refund/refund.ts";
import { customerKeyOf } from "../../../checkout/customer-key.ts";
import type { PaymentHistory } from "../../../report/history.ts";
import { formatMoney } from "../../page/format.ts";
import { NOT_FOUND, type Crumb, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { customerPath } from "../parts/customer-path.ts";
import { Identifier } from "../parts/identifier.tsx";
import { Fact, Facts } from "../parts/facts.tsx";
import { instrumentOf, Status, statusOf } from "../parts/status.tsx";
import { When } from "../parts/when.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { paymentWords } from "../words/payment.ts";
import { shell } from "../words/shell.ts";
import { findHistory } from "./find-history.ts";
import { addNote, Notes } from "./notes.tsx";
import { detailWords } from "./payment-words.ts";
import {
  Basket,
  Books,
  Calls,
  RawRecord,
  SessionMetadata,
  Siblings,
  Timeline,
} from "./payment-parts.tsx";
import { listWords } from "./words.ts";

/** One payment with its history. */
export const paymentRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: "payments/:order",
    permission: "payments.see",
    run: showPayment,
  }),
  merchantRoute({
    method: "POST",
    path: "payments/:order/notes",
    permission: "payments.note",
    run: addNote,
  }),
];

export function paymentCrumbs(context: MerchantContext, history?: PaymentHistory): Crumb[] {
  const { language } = context;
  const list = { label: listWords[language].title, href: context.to("payments") };
  if (history === undefined) return [list];
  const href = context.to(`payments/${history.payment.orderId}`);
  return [list, { label: titleOf(context, history), href }];
}

/** The amount and the customer, by which a person recognizes a payment. */
function titleOf({ language }: MerchantContext, { payment, session }: PaymentHistory): string {
  const { name = "", surname = "", email = "" } = session.customer;
  const person = `${name} ${surname}`.trim();
  const customer = person === "" ? email : person;
  const parts = [formatMoney(payment.amount, language), customer];
  return parts.filter((part) => part !== "").join(" · ");
}

async function showPayment(context: MerchantContext): Promise<PanelAnswer> {
  const history = await findHistory(context);
  if (history === undefined) return NOT_FOUND;
  const { payment } = history;
  const { kit, scope, signedIn } = context;
  const calls = may(signedIn.user, "requests.see")
    ? await kit.requests.ofPayment(scope, payment)
    : [];
  const { merchantId } = scope;
  const notes = await kit.paymentNotes.list({ merchantId, orderId: payment.orderId });
  return {
    kind: "page",
    nav: "payments",
    title: titleOf(context, history),
    crumbs: paymentCrumbs(context),
    actions: <Modifications context={context} history={history} />,
    body: (
      <>
        <p class="on-paper">{context.merchant.name}</p>
        <section class="card">
          <Headline context={context} history={history} />
          <PaymentFacts context={context} history={history} />
        </section>
        <Notes context={context} history={history} notes={notes} />
        <Timeline context={context} history={history} />
        <Calls context={context} calls={calls} />
        <Books context={context} history={history} />
        <Basket context={context} history={history} />
        <SessionMetadata context={context} history={history} />
        <Siblings context={context} history={history} />
        <RawRecord context={context} history={history} />
      </>
    ),
  };
}

type Props = { readonly context: MerchantContext; readonly history: PaymentHistory };

/** The actions that the state and the user's role allow now; each action checks both again. */
function Modifications({ context, history }: Props) {
  const { user } = context.signedIn;
  const words = detailWords[context.language];
  const { payment, reservedMinor } = history;
  const at = (action: string): string => context.to(`payments/${payment.orderId}/${action}`);
  const isHeld = payment.state === "authorized" && may(user, "payments.move");
  const canRefund = refundable(payment, reservedMinor).minor > 0n && may(user, "refunds.make");
  return (
    <>
      {canRefund && (
        <a class="button main" href={at("refund")}>
          {words.refund}
        </a>
      )}
      {isHeld && (
        <a class="button main" href={at("capture")}>
          {words.capture}
        </a>
      )}
      {isHeld && (
        <a class="button danger" href={at("void")}>
          {words.void}
        </a>
      )}
    </>
  );
}

function Headline({ context, history }: Props) {
  const { language, merchant } = context;
  const { payment } = history;
  const { declineReason } = payment;
  return (
    <p class="headline">
      <Status status={statusOf(payment)} language={language} />
      <Identifier language={language} name={listWords[language].order} value={payment.orderId} />
      {declineReason !== undefined && <span>{paymentWords[language].declines[declineReason]}</span>}
      <When
        at={payment.createdAt}
        language={language}
        timeZone={merchant.settings.timeZone}
        hasSeconds
      />
    </p>
  );
}

/** The amounts as they were moved; of a payment that moved none, only that sentence. */
function MoneyFacts({ context, history }: Props) {
  const { language } = context;
  const words = detailWords[language];
  const { payment, reservedMinor } = history;
  const { chargedAmount, capturedMinor, refundedMinor } = payment;
  const amount = (minor: bigint): string =>
    formatMoney(money(minor, chargedAmount.currency), language);
  const result = STATUS_RESULT[PUBLIC_STATUS[payment.state]];
  if (result === "open") return <Fact name={words.asked}>{amount(chargedAmount.minor)}</Fact>;
  if (result !== "successful") return <Fact name={words.nothingMoved}>{words.nothingTaken}</Fact>;
  if (!wasTaken(payment.state)) {
    return <Fact name={words.held}>{amount(chargedAmount.minor)}</Fact>;
  }
  return (
    <>
      <Fact name={payment.card === undefined ? words.received : words.captured}>
        {amount(capturedMinor)}
      </Fact>
      <Fact name={words.refunded}>{amount(refundedMinor)}</Fact>
      <Fact name={words.left}>{formatMoney(refundable(payment, reservedMinor), language)}</Fact>
    </>
  );
}

function PaymentFacts({ context, history }: Props) {
  const { language } = context;
  const words = detailWords[language];
  const { payment, session } = history;
  const { card } = payment;
  const { name = "", surname = "", email = "", phone = "" } = session.customer;
  const person = [`${name} ${surname}`.trim(), email, phone].filter((text) => text !== "");
  const key = customerKeyOf(session.customer);
  const none = shell[language].nothing;
  return (
    <Facts>
      <MoneyFacts context={context} history={history} />
      <Fact name={words.method}>{instrumentOf(payment, language)}</Fact>
      {card !== undefined && <Fact name={words.bank}>{card.bankName ?? none}</Fact>}
      {card?.program !== undefined && <Fact name={words.program}>{card.program}</Fact>}
      <Fact name={words.installments}>
        {payment.installmentCount === 1 ? words.single : payment.installmentCount}
      </Fact>
      <Fact name={words.secure}>
        {payment.threeDSecure ? shell[language].yes : shell[language].no}
      </Fact>
      {payment.reference !== undefined && (
        <Fact name={words.orderReference}>
          <Identifier language={language} name={words.orderReference} value={payment.reference} />
        </Fact>
      )}
      <Fact name={words.customer}>
        {person.length === 0 ? none : person.join(" · ")}
        {key !== undefined && (
          <>
            {" "}
            <a href={customerPath(context, key)}>{words.allOfCustomer}</a>
          </>
        )}
      </Fact>
      <Fact name={words.customerId}>
        {payment.customerId === undefined ? (
          none
        ) : (
          <Identifier language={language} name={words.customerId} value={payment.customerId} />
        )}
      </Fact>
      <Fact name={words.origin}>{words.origins[payment.origin]}</Fact>
      <Fact name={words.acquirer}>{payment.acquirer}</Fact>
      <Fact name={words.network}>{payment.clientNetwork ?? none}</Fact>
    </Facts>
  );
}

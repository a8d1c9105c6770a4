import { fullName } from "../../domain/session/session.ts";
import { may } from "../../domain/merchant/permission.ts";
import { refundable } from "../../domain/refund/refund.ts";
import type { PaymentHistory } from "../../domain/report/history.ts";
import { formatMoney } from "../../page/format.ts";
import { NOT_FOUND, type Crumb, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { Identifier } from "../../page/parts/identifier.tsx";
import { Status, statusOf } from "../parts/status.tsx";
import { When } from "../../page/parts/when.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { paymentWords } from "../words/payment.ts";
import { connectionsOf, titleIn } from "../settlement/connections.tsx";
import { findHistory } from "./find-history.ts";
import { addNote, Notes } from "./notes.tsx";
import { PaymentFacts } from "./payment-facts.tsx";
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
    audit: { action: "payment.noted", kind: "payment", field: "order" },
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
  const { email = "" } = session.customer;
  const name = fullName(session.customer);
  const parts = [formatMoney(payment.amount, language), name === "" ? email : name];
  return parts.filter((part) => part !== "").join(" · ");
}

/** The name of the connection that took the payment; undefined for a bank transfer. */
async function bankOf(
  context: MerchantContext,
  { acquirer, paymentType }: PaymentHistory["payment"],
): Promise<string | undefined> {
  if (paymentType === "bank_transfer") return undefined;
  return titleIn(context, await connectionsOf(context), acquirer);
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
  const bank = await bankOf(context, payment);
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
          <PaymentFacts context={context} history={history} bank={bank} />
        </section>
        <Timeline context={context} history={history} />
        <Notes context={context} history={history} notes={notes} />
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

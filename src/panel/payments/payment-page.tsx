import { fullName } from "../../domain/session/session.ts";
import { may } from "../../domain/merchant/permission.ts";
import { refundable } from "../../domain/refund/refund.ts";
import type { PaymentHistory } from "../../domain/report/history.ts";
import { formatMoney } from "../../page/format.ts";
import { NOT_FOUND, type Crumb, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
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
    actions: <Modifications history={history} />,
    body: (
      <>
        <p class="on-paper">{context.merchant.name}</p>
        <section class="card">
          <Headline history={history} />
          <PaymentFacts history={history} bank={bank} />
        </section>
        <Timeline history={history} />
        <Notes history={history} notes={notes} />
        <Calls calls={calls} />
        <Books history={history} />
        <Basket history={history} />
        <SessionMetadata history={history} />
        <Siblings history={history} />
        <RawRecord history={history} />
      </>
    ),
  };
}

type Props = { readonly history: PaymentHistory };

/** The actions that the state and the user's role allow now; each action checks both again. */
function Modifications({ history }: Props) {
  const { signedIn, to } = useMerchant();
  const { user } = signedIn;
  const words = useWords(detailWords);
  const { payment, reservedMinor } = history;
  const at = (action: string): string => to(`payments/${payment.orderId}/${action}`);
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

function Headline({ history }: Props) {
  const { language } = useMerchant();
  const { payment } = history;
  const { declineReason } = payment;
  return (
    <p class="headline">
      <Status status={statusOf(payment)} />
      <Identifier name={listWords[language].order} value={payment.orderId} />
      {declineReason !== undefined && <span>{paymentWords[language].declines[declineReason]}</span>}
      <When at={payment.createdAt} hasSeconds />
    </p>
  );
}

import type { ComponentChildren } from "preact";
import { toIso } from "../../../kernel/clock.ts";
import { money } from "../../../kernel/money.ts";
import type { Payment } from "../../../payment/payment.ts";
import { formatMoment, formatMoney, formatTime } from "../format.ts";
import { brandName } from "../parts/brand-mark.tsx";
import { AlertIcon, BankIcon, CheckIcon, ClockIcon } from "../parts/icons.tsx";
import { BackToShop } from "./back-to-shop.tsx";
import { Layout } from "./layout.tsx";
import type { Checkout } from "./page-kit.ts";
import { stateToken } from "./session-state.ts";
import type { ViewContext } from "./view-context.ts";

/** Seconds between looks of a page that waits and has no script. */
const REFRESH_S = 5;
/** Seconds that a receipt is shown before a browser without scripts goes on to the shop. */
const CONTINUE_S = 5;

type ViewProps = { readonly view: ViewContext; readonly checkout: Checkout };

type PanelProps = {
  readonly tone: "good" | "wait" | "bad";
  readonly icon: ComponentChildren;
  readonly title: string;
  readonly children: ComponentChildren;
};

/** One message in the middle of the page. */
export function Panel({ tone, icon, title, children }: PanelProps) {
  return (
    <section class={`panel ${tone}`} aria-labelledby="title">
      <p class="seal">{icon}</p>
      <h1 id="title">{title}</h1>
      {children}
    </section>
  );
}

/** Watches the session and shows the next state as soon as there is one. */
export function Watched({
  view,
  checkout,
  children,
}: ViewProps & { readonly children: ComponentChildren }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      data-status={view.kit.paths.status(checkout.session.sessionId)}
      data-state={stateToken(checkout.state)}
    >
      {children}
    </main>
  );
}

type PaymentViewProps = ViewProps & {
  readonly payment: Payment;
  /** This very page. */
  readonly here: string;
};

/** The bank waits for the customer. */
export function ChallengeView({ view, checkout, payment }: PaymentViewProps) {
  const { kit, language, words } = view;
  const { sessionId } = checkout.session;
  const { title, text, proceed } = challengeWords(view, payment);
  return (
    <Layout view={view} title={`${title} – ${checkout.merchant.name}`}>
      <Watched view={view} checkout={checkout}>
        <Panel tone="wait" icon={<BankIcon />} title={title}>
          <p>{text}</p>
          <Facts view={view} checkout={checkout} payment={payment} />
          <div class="actions">
            <a class="primary" href={kit.paths.bankForm(sessionId, payment.orderId, language)}>
              {proceed}
            </a>
            <form method="post" action={kit.paths.abandon(sessionId)}>
              <input type="hidden" name="session" value={sessionId} />
              <input type="hidden" name="order" value={payment.orderId} />
              <input type="hidden" name="lang" value={language} />
              <button class="secondary" type="submit">
                {words.challenge.giveUp}
              </button>
            </form>
          </div>
          <p class="hint">{words.challenge.elsewhere}</p>
        </Panel>
      </Watched>
    </Layout>
  );
}

/** A wallet, a lender or Papel is no bank that verifies a card. */
function challengeWords({ words }: ViewContext, { card }: Payment) {
  const { challenge } = words;
  if (card !== undefined) return challenge;
  const { providerTitle: title, providerText: text, providerProceed: proceed } = challenge;
  return { title, text, proceed };
}

/** The customer waits for the bank. */
export function WaitingView({ view, checkout, payment, here }: PaymentViewProps) {
  const { words } = view;
  return (
    <Layout
      view={view}
      title={`${words.waiting.title} – ${checkout.merchant.name}`}
      withoutScript={<meta http-equiv="refresh" content={`${REFRESH_S};url=${here}`} />}
    >
      <Watched view={view} checkout={checkout}>
        <Panel tone="wait" icon={<ClockIcon />} title={words.waiting.title}>
          <p>{words.waiting.text}</p>
          <Facts view={view} checkout={checkout} payment={payment} />
          <p class="progress" aria-hidden="true" />
          <p>
            <a href={here}>{words.waiting.refresh}</a>
          </p>
        </Panel>
      </Watched>
    </Layout>
  );
}

type PaidViewProps = PaymentViewProps & {
  /** The merchant's address with the signed news. */
  readonly address: string;
  /** Whether the customer has just paid, and is on the way back. */
  readonly goesOn: boolean;
};

/** The receipt, and the way back. */
export function PaidView({ view, checkout, payment, address, goesOn }: PaidViewProps) {
  const { paid, page } = view.words;
  const title = payment.state === "refunded" ? paid.refundedTitle : paid.title;
  return (
    <Layout
      view={view}
      title={`${title} – ${checkout.merchant.name}`}
      withoutScript={
        goesOn && <meta http-equiv="refresh" content={`${CONTINUE_S};url=${address}`} />
      }
    >
      <main id="main" tabIndex={-1}>
        <Panel tone="good" icon={<CheckIcon />} title={title}>
          <Facts view={view} checkout={checkout} payment={payment} isReceipt />
          {goesOn && (
            <p class="goes-on" role="status" data-goes-on={CONTINUE_S}>
              {paid.continueText}
            </p>
          )}
          <div class="actions">
            <a class="primary" href={address} rel="noreferrer" id="onward" target={view.linkTarget}>
              {page.backToShop(new URL(checkout.session.successUrl).host)}
            </a>
            <button class="secondary" type="button" id="stay" hidden>
              {paid.stay}
            </button>
            <button class="secondary" type="button" id="print" hidden>
              {paid.print}
            </button>
          </div>
        </Panel>
      </main>
    </Layout>
  );
}

/** The session is used up or over, and nothing was paid. */
export function ClosedView({ view, checkout }: ViewProps) {
  const { language, words } = view;
  const { session, merchant, state } = checkout;
  const isVoided = state.kind === "voided";
  const { title } = isVoided ? words.voided : words.expired;
  const time = formatTime(session.expiresAt, { language, timeZone: merchant.settings.timeZone });
  return (
    <Layout view={view} title={`${title} – ${merchant.name}`}>
      <main id="main" tabIndex={-1}>
        <Panel
          tone={isVoided ? "wait" : "bad"}
          icon={isVoided ? <AlertIcon /> : <ClockIcon />}
          title={title}
        >
          <p>{isVoided ? words.voided.text : words.expired.text(time)}</p>
          <p class="actions">
            <BackToShop
              view={view}
              checkout={checkout}
              code={isVoided ? "cancelled_by_merchant" : "session_expired"}
              isPrimary
            />
          </p>
        </Panel>
      </main>
    </Layout>
  );
}

type FactsProps = ViewProps & { readonly payment: Payment; readonly isReceipt?: boolean };

/** Whom, which order, how much, from which card, when. */
function Facts({ view, checkout, payment, isReceipt = false }: FactsProps) {
  const { language, words } = view;
  const { merchant } = checkout;
  const { card, chargedAmount, refundedMinor, updatedAt } = payment;
  const place = { language, timeZone: merchant.settings.timeZone };
  const refunded = money(refundedMinor, chargedAmount.currency);
  return (
    <dl class="facts">
      <Fact name={words.paid.merchant}>{merchant.name}</Fact>
      <Fact name={words.paid.amount}>
        <strong>{formatMoney(chargedAmount, language)}</strong>
      </Fact>
      {refundedMinor > 0n && (
        <Fact name={words.paid.refunded}>{formatMoney(refunded, language)}</Fact>
      )}
      {card !== undefined && (
        <Fact name={words.paid.card}>{`${brandName(card.brand) ?? ""} •••• ${card.lastFour}`}</Fact>
      )}
      <Fact name={words.paid.order}>
        <span class="code">{payment.orderId}</span>
      </Fact>
      {isReceipt && (
        <Fact name={words.paid.time}>
          <time datetime={toIso(updatedAt)}>{formatMoment(updatedAt, place)}</time>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

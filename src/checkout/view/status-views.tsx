import type { ComponentChildren } from "preact";
import type { Payment } from "../../domain/payment/payment.ts";
import { isRedirect } from "../../domain/payment/outcome/redirect-deadline.ts";
import { AlertIcon, ClockIcon } from "../../page/parts/icons.tsx";
import { BackToShop } from "./back-to-shop.tsx";
import { closedText } from "../closed-text.ts";
import { Facts } from "./facts.tsx";
import { GiveUpForm } from "./give-up-form.tsx";
import { Layout } from "./layout.tsx";
import { AwaitedIcon } from "./method-icon.tsx";
import { unpaidAddress, type Checkout } from "../page-kit.ts";
import { stateToken, type ClosedState } from "../session-state.ts";
import type { ViewContext } from "../view-context.ts";

/** Seconds between reloads of a waiting page in a browser without scripts. */
const REFRESH_S = 5;
/** The script's longest pause between two requests for the state, in ms. */
const LOOK_MS = 5_000;
/** The longest pause of a page with `isAwaited`, in ms. */
const AWAITED_MS = 2_000;

type ViewProps = { readonly view: ViewContext; readonly checkout: Checkout };

type PanelProps = {
  readonly tone: "good" | "wait" | "bad";
  readonly icon: ComponentChildren;
  readonly title: string;
  readonly children: ComponentChildren;
};

/** A message in the middle of the page. */
export function Panel({ tone, icon, title, children }: PanelProps) {
  return (
    <section class={`panel ${tone}`} aria-labelledby="title">
      <p class="seal">{icon}</p>
      <h1 id="title">{title}</h1>
      {children}
    </section>
  );
}

type WatchedProps = ViewProps & {
  /** True if the outcome may come while the customer watches, so the script polls often. */
  readonly isAwaited?: boolean;
  readonly children: ComponentChildren;
};

/** The main element of a page whose script polls the session's state and reloads on a change. */
export function Watched({ view, checkout, isAwaited = false, children }: WatchedProps) {
  return (
    <main
      id="main"
      tabIndex={-1}
      data-status={view.kit.paths.status(checkout.session.sessionId)}
      data-state={stateToken(checkout.state)}
      data-longest={isAwaited ? AWAITED_MS : LOOK_MS}
    >
      {children}
    </main>
  );
}

export type PaymentViewProps = ViewProps & {
  readonly payment: Payment;
  /** The address of this page. */
  readonly here: string;
};

/** The page during a challenge. */
export function ChallengeView({ view, checkout, payment }: PaymentViewProps) {
  const { kit, language, words } = view;
  const { sessionId } = checkout.session;
  const { title, text, proceed } = challengeWords(view, payment);
  return (
    <Layout view={view} title={`${title} – ${checkout.brand.name}`}>
      <Watched view={view} checkout={checkout}>
        <Panel tone="wait" icon={<AwaitedIcon paymentType={payment.paymentType} />} title={title}>
          <p>{text}</p>
          <Facts view={view} checkout={checkout} payment={payment} />
          <div class="actions">
            <a class="primary" href={kit.paths.bankForm(sessionId, payment.orderId, language)}>
              {proceed}
            </a>
            <GiveUpForm view={view} payment={payment} label={words.challenge.giveUp} />
          </div>
          <p class="hint">{words.challenge.elsewhere}</p>
        </Panel>
      </Watched>
    </Layout>
  );
}

/** The texts of the challenge; for a card payment, they speak of the bank's verification. */
function challengeWords({ words }: ViewContext, { paymentType }: Payment) {
  return isRedirect(paymentType) ? words.approvals[paymentType] : words.challenge;
}

/** The page that waits for the bank's answer. */
export function WaitingView({ view, checkout, payment, here }: PaymentViewProps) {
  const { words } = view;
  // A lender's decision takes longer than a bank's answer, so its texts differ.
  const isDecision = payment.paymentType === "shopping_credit" && payment.state === "authorizing";
  const { title, text } = isDecision ? words.decision : words.waiting;
  return (
    <Layout
      view={view}
      title={`${title} – ${checkout.brand.name}`}
      withoutScript={<meta http-equiv="refresh" content={`${REFRESH_S};url=${here}`} />}
    >
      <Watched view={view} checkout={checkout}>
        <Panel tone="wait" icon={<ClockIcon />} title={title}>
          <p>{text}</p>
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

type ClosedViewProps = ViewProps & {
  readonly state: ClosedState;
  /** True if the customer chose to go back to the shop; the page redirects at once. */
  readonly isLeaving?: boolean;
};

/** The page of a closed session that was not paid. */
export function ClosedView({ view, checkout, state, isLeaving = false }: ClosedViewProps) {
  const { kit, words } = view;
  const { title } = words[state.kind];
  const refresh = isLeaving ? `0;url=${unpaidAddress(kit, checkout, state)}` : undefined;
  return (
    <Layout view={view} title={`${title} – ${checkout.brand.name}`} refresh={refresh}>
      <main id="main" tabIndex={-1}>
        <Panel
          tone={state.kind === "expired" ? "bad" : "wait"}
          icon={state.kind === "expired" ? <ClockIcon /> : <AlertIcon />}
          title={title}
        >
          <p>{closedText(checkout, state)}</p>
          <p class="actions">
            <BackToShop view={view} checkout={checkout} state={state} />
          </p>
        </Panel>
      </main>
    </Layout>
  );
}

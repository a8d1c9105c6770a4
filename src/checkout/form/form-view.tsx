import type { ComponentChildren, VNode } from "preact";
import type { Messages } from "../../page/messages/tr.ts";
import { AlertIcon } from "../../page/parts/icons.tsx";
import { CardForm } from "./card-form.tsx";
import { expiredText } from "../closed-text.ts";
import type { FormViewProps } from "./form-props.ts";
import { Layout } from "../view/layout.tsx";
import { LeaveButton, LeaveForm } from "./leave-form.tsx";
import type { Method } from "../../page/method.ts";
import { MethodIcon } from "../view/method-icon.tsx";
import { CreditForm, PapelForm, TransferForm, WalletForm } from "./method-forms.tsx";
import { offeredMethods } from "./offers.ts";
import { OrderSummary } from "../view/order-summary.tsx";
import type { Checkout } from "../page-kit.ts";
import type { ViewContext } from "../view-context.ts";

/** The payment methods beside the order. */
export function FormView(props: FormViewProps) {
  const { view, checkout, offers } = props;
  const { words } = view;
  const methods = offeredMethods(offers);
  const [only, another] = methods;
  const heading =
    only !== undefined && another === undefined ? words.methods.names[only] : words.methods.title;
  const title = `${words.page.payment} – ${checkout.brand.name}`;
  const { message } = props;
  const isProblem = hasErrors(props) || (message !== undefined && message.kind !== "emptied");
  return (
    <Layout view={view} title={isProblem ? `${words.page.errorPrefix}: ${title}` : title} hasForm>
      <main id="main" class="checkout" tabIndex={-1}>
        <OrderSummary view={view} checkout={checkout} />
        <PaySection view={view} checkout={checkout}>
          <MessageBox {...props} />
          <p class="notice mild offline" role="alert" id="offline" hidden>
            <AlertIcon />
            <span>{words.notices.offline}</span>
          </p>
          <Expired view={view} checkout={checkout} />
          <h2 id="pay-title">{heading}</h2>
          {methods.length === 1
            ? methods.map((method) => formOf(method, props))
            : methods.map((method) => <MethodPanel {...props} method={method} />)}
          {methods.length === 0 && <p>{words.methods.none}</p>}
          <LeaveForm view={view} checkout={checkout} />
        </PaySection>
      </main>
    </Layout>
  );
}

function hasErrors({ errors }: FormViewProps): boolean {
  return Object.keys(errors).length > 0;
}

type SectionProps = {
  readonly view: ViewContext;
  readonly checkout: Checkout;
  readonly children: ComponentChildren;
};

/** The frame of all payment methods; its attributes hold the texts and addresses for the script. */
function PaySection({ view, checkout, children }: SectionProps) {
  const { kit, words, language } = view;
  const { session } = checkout;
  return (
    <section
      class="pay"
      id="pay-section"
      aria-labelledby="pay-title"
      data-left={session.expiresAt - kit.clocks.now(session)}
      data-here={kit.paths.checkout(session.sessionId, { language })}
      data-status={kit.paths.status(session.sessionId)}
      data-draft={kit.paths.draft(session.sessionId)}
      data-session={session.sessionId}
      data-busy={words.card.busy}
      data-slow={words.card.slow}
      data-remaining={words.notices.remaining("%")}
      data-announce={JSON.stringify(announcements(words))}
    >
      {children}
      <p class="unseen" role="status" id="status" />
    </section>
  );
}

/** The announcements of the time left, keyed by the minutes left. */
function announcements(words: Messages): Record<number, string> {
  return Object.fromEntries([10, 5, 2, 1].map((left) => [left, words.notices.minutesLeft(left)]));
}

/** The form message; it is left out if field errors are listed. */
function MessageBox(props: FormViewProps) {
  const { view, message } = props;
  const { decline, notices } = view.words;
  if (message === undefined || hasErrors(props)) return null;
  const { kind } = message;
  const titles = {
    refused: decline.title,
    cancelled: decline.cancelledTitle,
    emptied: notices.emptiedTitle,
  };
  return (
    <div class={kind === "refused" ? "notice" : "notice mild"} id="notice" tabIndex={-1} autofocus>
      <AlertIcon />
      <div>
        <h2>{titles[kind]}</h2>
        <p>{message.text}</p>
        {message.advice !== undefined && <p>{message.advice}</p>}
      </div>
    </div>
  );
}

/**
 * One payment method: a choice among all methods, and the form of this one. The style shows the
 * form of the chosen method, so that the choice works without the script.
 */
function MethodPanel(props: FormViewProps & { readonly method: Method }) {
  const { view, method, chosen } = props;
  const { names, hints } = view.words.methods;
  const id = `way-${method}`;
  return (
    <div class="method">
      <input type="radio" id={id} name="way" value={method} checked={method === chosen} />
      <label for={id}>
        <span>{names[method]}</span> <small>{hints[method]}</small>
        <MethodIcon method={method} />
      </label>
      {formOf(method, props)}
    </div>
  );
}

function formOf(method: Method, props: FormViewProps): VNode {
  switch (method) {
    case "card":
      return <CardForm {...props} />;
    case "bank_transfer":
      return <TransferForm {...props} />;
    case "wallet":
      return <WalletForm {...props} />;
    case "shopping_credit":
      return <CreditForm {...props} />;
    case "papel":
      return <PapelForm {...props} />;
  }
}

type ExpiredProps = Pick<FormViewProps, "view" | "checkout">;

/** A hidden message that the script shows when the session expires. */
function Expired({ view, checkout }: ExpiredProps) {
  return (
    <div class="notice" id="expired" role="alert" hidden>
      <AlertIcon />
      <div>
        <h2>{view.words.expired.title}</h2>
        <p>{expiredText(checkout)}</p>
        <LeaveButton view={view} checkout={checkout} />
      </div>
    </div>
  );
}

import { CARD_FIELDS } from "../../../card/typed-card.ts";
import type { DeclineReason } from "../../../payment/decline.ts";
import { formatMoney, formatTime } from "../format.ts";
import type { Messages } from "../messages/tr.ts";
import { AlertIcon, LockIcon } from "../parts/icons.tsx";
import { CardPanel, type CardFieldErrors, type KeptFields } from "./card-panel.tsx";
import { BackToShop } from "./back-to-shop.tsx";
import { Layout } from "./layout.tsx";
import { OrderSummary } from "./order-summary.tsx";
import type { Checkout } from "./page-kit.ts";
import type { ViewContext } from "./view-context.ts";

export type FormViewProps = {
  readonly view: ViewContext;
  readonly checkout: Checkout;
  /** Names this rendering of the form, so that one press of the button is one payment. */
  readonly attemptKey: string;
  readonly kept: KeptFields;
  readonly errors: CardFieldErrors;
  /** Why the newest try did not pay, if there was one. */
  readonly declined: DeclineReason | undefined;
  /** A sentence that concerns the whole form. */
  readonly refusal: string | undefined;
};

/** The payment form beside the order. */
export function FormView(props: FormViewProps) {
  const { view, checkout } = props;
  const { words } = view;
  const title = `${words.card.title} – ${checkout.merchant.name}`;
  const isProblem = hasErrors(props) || props.declined !== undefined || props.refusal !== undefined;
  return (
    <Layout view={view} title={isProblem ? `${words.page.errorPrefix}: ${title}` : title} hasForm>
      <main id="main" class="checkout" tabIndex={-1}>
        <OrderSummary view={view} checkout={checkout} />
        <section class="pay" aria-labelledby="pay-title">
          <Notice {...props} />
          <h2 id="pay-title">{words.card.title}</h2>
          <CardForm {...props} />
          <p class="back">
            <BackToShop view={view} checkout={checkout} code="cancelled_by_customer" />
          </p>
        </section>
      </main>
    </Layout>
  );
}

function hasErrors({ errors }: FormViewProps): boolean {
  return Object.keys(errors).length > 0;
}

/** Why the form is shown again; the summary of wrong fields takes their place. */
function Notice(props: FormViewProps) {
  const { view, declined, refusal } = props;
  const { decline } = view.words;
  if (hasErrors(props)) return null;
  const text = refusal ?? (declined === undefined ? undefined : decline.reasons[declined]);
  if (text === undefined) return null;
  const isGivenUp = refusal === undefined && declined === "cancelled_by_customer";
  return (
    <div class={isGivenUp ? "notice mild" : "notice"} id="notice" tabIndex={-1} autofocus>
      <AlertIcon />
      <div>
        <h2>{isGivenUp ? decline.cancelledTitle : decline.title}</h2>
        <p>{text}</p>
        {refusal === undefined && <p>{decline.retry}</p>}
      </div>
    </div>
  );
}

function ErrorSummary({ view, errors }: FormViewProps) {
  const { card, fieldErrors } = view.words;
  const wrong = CARD_FIELDS.flatMap((field) => {
    const error = errors[field];
    return error === undefined ? [] : [{ field, text: fieldErrors[error] }];
  });
  return (
    <div
      class="notice"
      id="errors"
      tabIndex={-1}
      hidden={wrong.length === 0}
      autofocus={wrong.length > 1}
    >
      <AlertIcon />
      <div>
        <h2>{card.problem}</h2>
        <ul>
          {wrong.map(({ field, text }) => (
            <li>
              <a href={`#${field}`}>{text}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function CardForm(props: FormViewProps) {
  const { view, checkout, attemptKey, errors, kept } = props;
  const { kit, words, language } = view;
  const { session } = checkout;
  const now = kit.clock.now();
  return (
    <form
      id="payment"
      method="post"
      action={kit.paths.pay(session.sessionId)}
      autocomplete="off"
      novalidate
      data-errors={JSON.stringify(words.fieldErrors)}
      data-prefix={words.page.errorPrefix}
      data-now={now}
      data-left={session.expiresAt - now}
      data-here={kit.paths.checkout(session.sessionId, { language })}
      data-status={kit.paths.status(session.sessionId)}
      data-draft={kit.paths.draft(session.sessionId)}
      data-busy={words.card.busy}
      data-slow={words.card.slow}
      data-announce={JSON.stringify(announcements(words))}
    >
      <ErrorSummary {...props} />
      <input type="hidden" name="session" value={session.sessionId} />
      <input type="hidden" name="lang" value={language} />
      <input type="hidden" name="attempt" value={attemptKey} />
      <CardPanel view={view} errors={errors} kept={kept} />
      <Expired view={view} checkout={checkout} />
      <div class="submit">
        <p class="notice mild" role="alert" id="offline" hidden>
          {words.notices.offline}
        </p>
        <button class="primary" type="submit" id="pay">
          <LockIcon /> <span>{words.card.pay(formatMoney(session.amount, language))}</span>
        </button>
      </div>
      <p class="hint">{words.card.bankStep}</p>
      <p class="unseen" role="status" id="status" />
    </form>
  );
}

/** What is said aloud when so many minutes are left. */
function announcements(words: Messages): Record<number, string> {
  return Object.fromEntries([10, 5, 2, 1].map((left) => [left, words.notices.minutesLeft(left)]));
}

/** Waits, hidden, for the script to find that the time has run out. */
function Expired({ view, checkout }: { readonly view: ViewContext; readonly checkout: Checkout }) {
  const { language, words } = view;
  const { session, merchant } = checkout;
  const place = { language, timeZone: merchant.settings.timeZone };
  return (
    <div class="notice" id="expired" role="alert" hidden>
      <AlertIcon />
      <div>
        <h2>{words.expired.title}</h2>
        <p>{words.expired.text(formatTime(session.expiresAt, place))}</p>
        <p>
          <BackToShop view={view} checkout={checkout} code="session_expired" />
        </p>
      </div>
    </div>
  );
}

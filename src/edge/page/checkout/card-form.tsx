import { CARD_FIELDS } from "../../../card/typed-card.ts";
import { formatMoney } from "../format.ts";
import { AlertIcon, LockIcon } from "../parts/icons.tsx";
import { CardPanel } from "./card-panel.tsx";
import { FormFields } from "./form-fields.tsx";
import type { FormViewProps } from "./form-view.tsx";

/** Pays by card. */
export function CardForm(props: FormViewProps) {
  const { view, checkout, attemptKey, errors, kept } = props;
  const { kit, words, language } = view;
  const { session } = checkout;
  return (
    <form
      id="payment"
      method="post"
      action={kit.paths.pay(session.sessionId)}
      autocomplete="off"
      novalidate
      data-errors={JSON.stringify(words.fieldErrors)}
      data-prefix={words.page.errorPrefix}
      data-now={kit.clock.now()}
    >
      <ErrorSummary {...props} />
      <FormFields view={view} checkout={checkout} method="card" attemptKey={attemptKey} />
      <CardPanel view={view} errors={errors} kept={kept} />
      <div class="submit">
        <button class="primary" type="submit" id="pay">
          <LockIcon /> <span>{words.card.pay(formatMoney(session.amount, language))}</span>
        </button>
      </div>
      <p class="hint">{words.card.bankStep}</p>
    </form>
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

import { CARD_FIELDS } from "../../domain/card/typed-card.ts";
import { customerIdOf } from "../../domain/session/customer-key.ts";
import { formatMoney } from "../../page/format.ts";
import { AlertIcon, LockIcon } from "../../page/parts/icons.tsx";
import { CardPanel, type CardFormField } from "./card-panel.tsx";
import { FormFields } from "./form-fields.tsx";
import type { FormViewProps } from "./form-props.ts";
import { InstallmentButton, InstallmentPanel, InstallmentPlan } from "./installment-panel.tsx";

/** The form that pays by a typed or a stored card. */
export function CardForm(props: FormViewProps) {
  const { view, checkout, formKey, errors, card } = props;
  const { kit, words } = view;
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
      data-now={kit.clocks.now(session)}
    >
      <ErrorSummary {...props} />
      <FormFields view={view} checkout={checkout} method="card" formKey={formKey} />
      <CardPanel
        {...{ view, errors }}
        kept={card.kept}
        cards={card.cards}
        chosenCard={card.chosen}
        canSave={customerIdOf(session.customer) !== undefined}
      />
      <InstallmentPanel {...{ view, checkout }} quote={card.quote} wish={card.wish} />
      <div class="submit">
        <InstallmentPlan quote={card.quote} wish={card.wish} />
        <button class="primary" type="submit" id="pay">
          <LockIcon /> <span>{payText(props)}</span>
        </button>
      </div>
      <InstallmentButton view={view} checkout={checkout} />
      <p class="hint">{words.card.bankStep}</p>
    </form>
  );
}

/** The button names no amount beside installments: only the script knows the chosen total. */
function payText({ view, checkout, card }: FormViewProps): string {
  if (card.quote !== undefined && card.quote.texts.options.length > 0) {
    return view.words.card.payChosen;
  }
  return view.words.card.pay(formatMoney(checkout.session.amount, view.language));
}

const FIELDS: readonly CardFormField[] = ["stored_cvc", ...CARD_FIELDS];

function ErrorSummary({ view, errors }: FormViewProps) {
  const { card, fieldErrors } = view.words;
  const wrong = FIELDS.flatMap((field) => {
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

import type { CardField, CardFieldError } from "../../../card/typed-card.ts";
import { ACCEPTED_BRANDS, BrandMark } from "../parts/brand-mark.tsx";
import type { ViewContext } from "./view-context.ts";

export type CardFieldErrors = Readonly<Partial<Record<CardField, CardFieldError>>>;

/** What may be typed again for the customer: never the number or the code. */
export type KeptFields = { readonly expiry: string; readonly holderName: string };

type CardPanelProps = {
  readonly view: ViewContext;
  readonly errors: CardFieldErrors;
  readonly kept: KeptFields;
};

/** The method "card": number, expiry and code, name; in the order of the card. */
export function CardPanel({ view, errors, kept }: CardPanelProps) {
  const { card, fieldErrors } = view.words;
  const field = (name: CardField) => {
    const error = errors[name];
    const isOnly = error !== undefined && Object.keys(errors).length === 1;
    return { name, error: error === undefined ? "" : fieldErrors[error], isOnly };
  };
  return (
    <>
      <Field
        {...field("card_number")}
        label={card.number}
        autocomplete="cc-number"
        maxLength={40}
        aside={<Brands view={view} />}
      />
      <div class="pair">
        <Field
          {...field("expiry")}
          label={card.expiry}
          hint={card.expiryHint}
          placeholder={card.expiryExample}
          autocomplete="cc-exp"
          maxLength={12}
          value={kept.expiry}
        />
        <Field
          {...field("cvc")}
          label={card.cvc}
          hint={card.cvcHint}
          autocomplete="cc-csc"
          maxLength={8}
        />
      </div>
      <Field
        {...field("card_holder_name")}
        label={card.name}
        autocomplete="cc-name"
        maxLength={255}
        isText
        value={kept.holderName}
      />
    </>
  );
}

type FieldProps = {
  readonly name: CardField;
  readonly label: string;
  readonly error: string;
  /** The only field with an error takes the focus; with several, their summary does. */
  readonly isOnly: boolean;
  readonly autocomplete: string;
  readonly maxLength: number;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly isText?: boolean;
  readonly aside?: preact.JSX.Element;
};

/** A label, a hint and an error that belong to one input, tied together for every reader. */
function Field(props: FieldProps) {
  const { name, label, error, hint, aside, isText = false } = props;
  const described = [hint === undefined ? undefined : `${name}-hint`, `${name}-error`];
  return (
    <div class="field">
      <div class="label">
        <label for={name}>{label}</label>
        {aside}
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <input
        id={name}
        name={name}
        type="text"
        inputMode={isText ? "text" : "numeric"}
        dir={isText ? "auto" : "ltr"}
        autocomplete={props.autocomplete}
        autocapitalize={isText ? "words" : "off"}
        spellcheck={false}
        maxLength={props.maxLength}
        placeholder={props.placeholder}
        value={props.value ?? ""}
        required
        aria-describedby={described.filter(Boolean).join(" ")}
        aria-invalid={error === "" ? undefined : "true"}
        autofocus={props.isOnly}
      />
      <p class="error" id={`${name}-error`} hidden={error === ""}>
        {error}
      </p>
    </div>
  );
}

function Brands({ view }: { readonly view: ViewContext }) {
  return (
    <ul class="brands" aria-label={view.words.card.accepted} data-brands>
      {ACCEPTED_BRANDS.map(({ brand, name }) => (
        <li data-brand={brand} data-found={view.words.card.brandFound(name)}>
          <BrandMark brand={brand} name={name} />
        </li>
      ))}
    </ul>
  );
}

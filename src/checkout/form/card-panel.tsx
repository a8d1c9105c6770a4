import type { StoredCard } from "../../domain/card/stored-card.ts";
import type { CardField, CardFieldError } from "../../domain/card/typed-card.ts";
import { ACCEPTED_BRANDS, BrandMark } from "../../page/parts/brand-mark.tsx";
import { Field } from "./field.tsx";
import { codeSide, StoredCardChoice, type CodeSide } from "./stored-card-choice.tsx";
import type { ViewContext } from "../view-context.ts";

/**
 * `stored_cvc` is the CVC of a stored card; its name differs from `cvc` because the form also has
 * the fields of a typed card.
 */
export type CardFormField = CardField | "stored_cvc";

export type CardFieldErrors = Readonly<Partial<Record<CardFormField, CardFieldError>>>;

/** The values that a form is filled with again; the card number and the CVC are never repeated. */
export type KeptFields = { readonly expiry: string; readonly holderName: string };

type CardPanelProps = {
  readonly view: ViewContext;
  readonly errors: CardFieldErrors;
  readonly kept: KeptFields;
  readonly cards: readonly StoredCard[];
  /** Token of the chosen stored card; empty for a typed one. */
  readonly chosenCard: string;
  readonly canSave: boolean;
};

/** A choice among the stored cards, and the fields of another card in their order on a card. */
export function CardPanel(props: CardPanelProps) {
  const { view, cards, chosenCard } = props;
  const { storedCards } = view.words;
  if (cards.length === 0) return <TypedCardFields {...props} />;
  return (
    <fieldset class="cards">
      <legend>{storedCards.title}</legend>
      <StoredCardChoice view={view} cards={cards} chosen={chosenCard} />
      <div class="stored">
        <Field
          label={storedCards.cvc}
          hint={<StoredCodeHint view={view} cards={cards} />}
          autocomplete="cc-csc"
          enter="done"
          maxLength={8}
          {...fieldOf(props, "stored_cvc")}
        />
      </div>
      <div class="typed">
        <TypedCardFields {...props} />
      </div>
    </fieldset>
  );
}

function TypedCardFields(props: CardPanelProps) {
  const { view, kept, canSave } = props;
  const { card } = view.words;
  return (
    <>
      <Field
        label={card.number}
        autocomplete="cc-number"
        enter="next"
        maxLength={40}
        isRequired
        aside={<Brands view={view} />}
        {...fieldOf(props, "card_number")}
      />
      <div class="pair">
        <Field
          label={card.expiry}
          hint={card.expiryHint}
          placeholder={card.expiryExample}
          autocomplete="cc-exp"
          enter="next"
          maxLength={12}
          isRequired
          value={kept.expiry}
          {...fieldOf(props, "expiry")}
        />
        <Field
          label={card.cvc}
          hint={<CodeHint view={view} />}
          autocomplete="cc-csc"
          enter="next"
          maxLength={8}
          isRequired
          {...fieldOf(props, "cvc")}
        />
      </div>
      <Field
        label={card.name}
        autocomplete="cc-name"
        enter="done"
        maxLength={255}
        isText
        isRequired
        value={kept.holderName}
        {...fieldOf(props, "card_holder_name")}
      />
      {canSave && <SaveCard view={view} />}
    </>
  );
}

/** Where the security code of the typed card is; the script exchanges the text by the brand. */
function CodeHint({ view }: { readonly view: ViewContext }) {
  const { cvcHint, cvcBack, cvcFront } = view.words.card;
  return (
    <span id="cvc-place" data-amex={cvcFront} data-other={cvcBack}>
      {cvcHint}
    </span>
  );
}

type StoredCodeHintProps = Pick<CardPanelProps, "view" | "cards">;

/** Where the security code of the chosen card is; the style shows the text of its brand. */
function StoredCodeHint({ view, cards }: StoredCodeHintProps) {
  const { codeBack, codeFront } = view.words.storedCards;
  const hasOn = (side: CodeSide): boolean => cards.some(({ brand }) => codeSide(brand) === side);
  return (
    <>
      {hasOn("back") && <span class="back-code">{codeBack}</span>}
      {hasOn("front") && <span class="front-code">{codeFront}</span>}
    </>
  );
}

/** The name of a field, with its error if there is one. */
function fieldOf({ view, errors }: CardPanelProps, name: CardFormField) {
  const error = errors[name];
  const isOnly = error !== undefined && Object.keys(errors).length === 1;
  return { name, error: error === undefined ? "" : view.words.fieldErrors[error], isOnly };
}

function SaveCard({ view }: { readonly view: ViewContext }) {
  const { save, saveHint, privacy } = view.words.storedCards;
  const privacyUrl = view.brand?.privacyUrl;
  return (
    <div class="save">
      <label>
        <input type="checkbox" name="save_card" value="1" aria-describedby="save-hint" />
        {save}
      </label>
      <p class="hint" id="save-hint">
        {saveHint}
        {privacyUrl !== undefined && " "}
        {privacyUrl !== undefined && (
          <a href={privacyUrl} target="_blank" rel="noopener noreferrer">
            {privacy}
          </a>
        )}
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

import { groupDigits } from "../../domain/card/group-digits.ts";
import { formatMoney } from "../../page/format.ts";
import type { Checkout } from "../page-kit.ts";
import type { OptionTexts, QuoteTexts } from "./quote-texts.ts";
import type { ViewContext } from "../view-context.ts";

export type ShownQuote = {
  /** The card of the quote: first digits, or the token of a stored card. */
  readonly key: string;
  /** True for the quote of typed first digits: the whole card number must be typed again. */
  readonly isForDigits: boolean;
  readonly texts: QuoteTexts;
};

type InstallmentPanelProps = {
  readonly view: ViewContext;
  readonly checkout: Checkout;
  readonly quote: ShownQuote | undefined;
  /** The number of installments that was chosen before. */
  readonly wish: number;
};

/** The card's issuer and its installments; the script fills the panel while the number is typed. */
export function InstallmentPanel({ view, checkout, quote, wish }: InstallmentPanelProps) {
  const { kit, words, language } = view;
  const { session } = checkout;
  return (
    <div
      class="installments"
      id="installments"
      data-quote={kit.paths.quote(session.sessionId)}
      data-lang={language}
      data-title={words.installments.title}
      data-pay={words.card.pay(formatMoney(session.amount, language))}
      data-wish={wish}
      data-key={quote?.key}
    >
      {quote !== undefined && <Shown view={view} quote={quote} wish={wish} />}
    </div>
  );
}

type ShownProps = {
  readonly view: ViewContext;
  readonly quote: ShownQuote;
  readonly wish: number;
};

function Shown({ view, quote, wish }: ShownProps) {
  const { installments } = view.words;
  const { texts, key, isForDigits } = quote;
  return (
    <>
      {isForDigits && <p class="hint">{installments.shownFor(groupDigits(key))}</p>}
      <p class="issuer">
        {texts.issuer} {texts.program !== "" && <span class="badge">{texts.program}</span>}
      </p>
      {texts.note !== "" && <p class="hint">{texts.note}</p>}
      {texts.options.length > 0 && (
        <fieldset class="choices">
          <legend>{installments.title}</legend>
          {texts.options.map((option, index) => (
            <Choice option={option} isChosen={index === chosenIndex(texts, wish)} />
          ))}
        </fieldset>
      )}
    </>
  );
}

function chosenIndex({ options }: QuoteTexts, wish: number): number {
  return Math.max(
    options.findIndex(({ value }) => value.startsWith(`${wish}-`)),
    0,
  );
}

type ChoiceProps = { readonly option: OptionTexts; readonly isChosen: boolean };

function Choice({ option, isChosen }: ChoiceProps) {
  const { value, text, total, plan, pay } = option;
  return (
    <label>
      <input
        type="radio"
        name="installment"
        value={value}
        checked={isChosen}
        data-plan={plan}
        data-pay={pay}
      />
      <span class="option">
        {text} <small>{total}</small>
      </span>
    </label>
  );
}

type PlanProps = Pick<InstallmentPanelProps, "quote" | "wish">;

/**
 * The chosen installments as a link to all of them, above the fixed submit button of a phone, which
 * would otherwise hide that there is a choice. The script follows the choice.
 */
export function InstallmentPlan({ quote, wish }: PlanProps) {
  const { texts } = quote ?? {};
  const plan = texts?.options[chosenIndex(texts, wish)]?.plan;
  return (
    <a class="plan" id="plan" href="#installments" hidden={plan === undefined}>
      {plan}
    </a>
  );
}

type ButtonProps = Omit<InstallmentPanelProps, "quote" | "wish">;

/**
 * A button that asks for the installments of the typed first digits without the script. The style
 * also shows the button after a delay if scripts are allowed but the script did not load.
 */
export function InstallmentButton(props: ButtonProps) {
  return (
    <>
      <noscript>
        <ShowButton {...props} />
      </noscript>
      <div class="late" data-late>
        <ShowButton {...props} />
      </div>
    </>
  );
}

function ShowButton({ view, checkout }: ButtonProps) {
  const { kit, words } = view;
  return (
    <>
      <p class="hint">{words.installments.showHint}</p>
      <button
        class="secondary"
        type="submit"
        formaction={kit.paths.installments(checkout.session.sessionId)}
      >
        {words.installments.show}
      </button>
    </>
  );
}

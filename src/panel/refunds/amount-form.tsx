import { CURRENCIES } from "../../kernel/currency.ts";
import { randomText } from "../../kernel/ids.ts";
import { money, type Money } from "../../kernel/money.ts";
import { formatMoney } from "../../page/format.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { CONFIRMED } from "../kit/question.ts";
import { parseAmount } from "../../page/parts/amount-text.ts";
import { Button, Field, Form, Select } from "../../page/parts/form.tsx";
import { shell } from "../words/shell.ts";
import { modificationWords } from "./words.ts";

/** The choice in an amount form: the full amount or a part of it. */
export type AmountChoice = {
  readonly kind: "full" | "part";
  readonly text: string;
  /** A name of the short list of reasons; empty if none was chosen. */
  readonly cause: string;
  /** The reason in the user's own words. */
  readonly reason: string;
  /** Created with the form, so that a form submitted twice moves money once. */
  readonly key: string;
};

export const FORM_KEY_LENGTH = 26;
const REFUND_CAUSES = ["cancelled", "returned", "undelivered", "double", "amount"] as const;

/** The initial choice of a form: the full amount, with a new key. */
export function newChoice({ kit }: MerchantContext): AmountChoice {
  const key = randomText(kit.random, FORM_KEY_LENGTH);
  return { kind: "full", text: "", cause: "", reason: "", key };
}

/** The idempotency key of a form's modification. */
export function idempotencyKeyOf({ key }: AmountChoice): string {
  return `panel ${key}`;
}

export function readChoice({ kit, request }: MerchantContext): AmountChoice {
  const { kind, amount = "", cause = "", reason = "", key = "" } = request.body;
  return {
    kind: kind === "part" ? "part" : "full",
    text: amount.trim(),
    cause: REFUND_CAUSES.find((one) => one === cause) ?? "",
    reason: kit.mask(reason.trim()),
    key,
  };
}

/** The text for the audit log and the approver: the chosen reason, then the user's own words. */
export function reasonOf({ language }: MerchantContext, { cause, reason }: AmountChoice): string {
  const { causes } = modificationWords[language];
  const chosen = REFUND_CAUSES.find((one) => one === cause);
  return [chosen === undefined ? "" : causes[chosen], reason]
    .filter((text) => text !== "")
    .join(": ");
}

/**
 * The chosen amount; undefined if the text is no amount, zero, or above `most`, and if the full
 * amount was chosen together with another one in the text.
 */
export function chosenAmount(choice: AmountChoice, most: Money): Money | undefined {
  const typed = parseAmount(choice.text, CURRENCIES[most.currency].exponent);
  if (isContradiction(choice) && typed !== most.minor) return undefined;
  const minor = choice.kind === "full" ? most.minor : typed;
  if (minor === undefined || minor < 1n || minor > most.minor) return undefined;
  return money(minor, most.currency);
}

/** True if the full amount was chosen although an amount was typed. */
function isContradiction({ kind, text }: AmountChoice): boolean {
  return kind === "full" && text !== "";
}

type AmountFormProps = {
  readonly action: string;
  readonly back: string;
  readonly most: Money;
  readonly choice: AmountChoice;
  readonly isWrong: boolean;
  readonly question: string;
  /** The label of the choice of the full amount. */
  readonly full: string;
  readonly hasReason?: boolean;
  /** True if the reason is missing that a refund above the limit needs. */
  readonly lacksReason?: boolean;
};

export function AmountForm(props: AmountFormProps) {
  const { action, back, most, choice, isWrong, question, full } = props;
  const { language } = useMerchant();
  const words = useWords(modificationWords);
  const limit = formatMoney(most, language);
  // A typed amount is more particular than the choice that was already made when the page opened.
  const isFull = choice.kind === "full" && choice.text === "";
  const error = isContradiction(choice) ? words.amountTwice(limit) : words.amountWrong(limit);
  return (
    <Form action={action} class="card narrow amount">
      <input type="hidden" name="key" value={choice.key} />
      <fieldset>
        <legend>{question}</legend>
        <label class="choice">
          <input type="radio" name="kind" value="full" checked={isFull} />
          {full}
        </label>
        <label class="choice">
          <input type="radio" name="kind" value="part" checked={!isFull} />
          {words.part}
        </label>
      </fieldset>
      <Field
        name="amount"
        label={`${words.amount} (${most.currency})`}
        hint={words.amountHint(limit)}
        error={isWrong ? error : ""}
        inputMode="decimal"
        value={choice.text}
        maxLength={20}
        hasFocus={isWrong}
      />
      {props.hasReason === true && (
        <ReasonFields
          choice={choice}
          error={props.lacksReason === true ? words.reasonNeeded : ""}
        />
      )}
      <div class="buttons">
        <Button>{words.review}</Button>
        <a href={back}>{shell[language].cancel}</a>
      </div>
    </Form>
  );
}

type ReasonProps = { readonly choice: AmountChoice; readonly error: string };

function ReasonFields({ choice, error }: ReasonProps) {
  const words = useWords(modificationWords);
  const causes = REFUND_CAUSES.map((cause) => [cause, words.causes[cause]] as const);
  return (
    <>
      <Select
        name="cause"
        label={words.reason}
        value={choice.cause}
        options={[["", words.otherCause], ...causes]}
      />
      <Field
        name="reason"
        label={words.ownWords}
        value={choice.reason}
        error={error}
        maxLength={200}
        hasFocus={error !== ""}
      />
    </>
  );
}

type ConfirmProps = {
  readonly action: string;
  readonly back: string;
  readonly choice: AmountChoice;
  readonly sentences: readonly string[];
  readonly button: string;
  readonly isDanger?: boolean;
  /** True if this is the first form, so that there is none to go back to. */
  readonly isFirst?: boolean;
};

/** The last form before a modification; it states the effects. */
export function ConfirmForm(props: ConfirmProps) {
  const { language } = useMerchant();
  const { action, back, choice, sentences, button } = props;
  return (
    <Form action={action} class="card narrow">
      <input type="hidden" name={CONFIRMED.name} value={CONFIRMED.value} />
      <input type="hidden" name="kind" value={choice.kind} />
      <input type="hidden" name="amount" value={choice.text} />
      <input type="hidden" name="cause" value={choice.cause} />
      <input type="hidden" name="reason" value={choice.reason} />
      <input type="hidden" name="key" value={choice.key} />
      <ul class="will">
        {sentences.map((sentence) => (
          <li>{sentence}</li>
        ))}
      </ul>
      <div class="buttons">
        <Button kind={props.isDanger === true ? "danger" : "main"}>{button}</Button>
        <a href={back}>
          {props.isFirst === true ? shell[language].cancel : modificationWords[language].change}
        </a>
      </div>
    </Form>
  );
}

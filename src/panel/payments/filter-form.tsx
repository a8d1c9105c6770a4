import { BANK_NAMES } from "../../kernel/bank-names.ts";
import { DECLINE_REASONS } from "../../domain/payment/decline.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { amountText, COMMON_EXPONENT } from "../../page/parts/amount-text.ts";
import { DayField } from "../../page/parts/day-field.tsx";
import { Drop } from "../../page/parts/drop.tsx";
import type { Chip } from "../../page/parts/filter-bar.tsx";
import { FieldFrame } from "../../page/parts/field-frame.tsx";
import { Button, Field, Form, Select } from "../../page/parts/form.tsx";
import { paymentWords } from "../words/payment.ts";
import { listWords } from "./words.ts";

export type Query = Readonly<Record<string, string>>;

type FilterFormProps = {
  readonly query: Query;
  /** True if the form is open because its fields have to be corrected. */
  readonly isOpen: boolean;
};

/**
 * The search field, and the other conditions behind a button. Users type amounts in their own
 * notation; the address has them in minor units.
 */
export function FilterForm({ query, isOpen }: FilterFormProps) {
  const { to } = useMerchant();
  const words = useWords(listWords);
  return (
    <Form action={to("payments/find")} class="filter-bar" label={words.filters}>
      <input type="hidden" name="status" value={query["status"] ?? ""} />
      <div class="seeking">
        <input
          id="q"
          name="q"
          type="search"
          value={query["q"] ?? ""}
          aria-label={words.search}
          placeholder={words.searchHint}
          maxLength={255}
          autocomplete="off"
          spellcheck={false}
          data-no-card={words.cardNumber}
        />
        <Button kind="plain">{words.search}</Button>
      </div>
      <Drop label={words.filters} icon="filter" side="end" class="filters" isOpen={isOpen}>
        <Conditions query={query} />
      </Drop>
    </Form>
  );
}

function Conditions({ query }: Omit<FilterFormProps, "isOpen">) {
  const context = useMerchant();
  const words = useWords(listWords);
  const names = useWords(paymentWords);
  const any = ["", words.any] as const;
  return (
    <>
      <div class="pair">
        {(["start_date", "end_date"] as const).map((name) => (
          <DayField name={name} label={words[name]} value={query[name]} />
        ))}
        <Field
          name="min"
          label={words.min}
          inputMode="decimal"
          value={typedAmount(context, query["min_amount"])}
        />
        <Field
          name="max"
          label={words.max}
          inputMode="decimal"
          value={typedAmount(context, query["max_amount"])}
        />
      </div>
      <Select
        name="payment_type"
        label={words.type}
        value={query["payment_type"] ?? ""}
        options={[any, ...Object.entries(names.types)]}
      />
      <Select
        name="reason"
        label={words.declineReason}
        value={query["reason"] ?? ""}
        options={[any, ...DECLINE_REASONS.map((one) => [one, names.declines[one]] as const)]}
      />
      <FieldFrame name="bank" label={words.bank} error="">
        <input id="bank" name="bank" list="banks" value={query["bank"]} maxLength={80} />
        <datalist id="banks">
          {Object.values(BANK_NAMES).map((bank) => (
            <option value={bank} />
          ))}
        </datalist>
      </FieldFrame>
      <Button>{words.apply}</Button>
    </>
  );
}

function typedAmount({ language }: MerchantContext, text = ""): string {
  return /^\d{1,12}$/.test(text)
    ? amountText(BigInt(text), { language, exponent: COMMON_EXPONENT })
    : text;
}

/** The conditions besides the status, which the tabs show, and the days, which the presets show. */
export function chipsOf(context: MerchantContext, query: Query): readonly Chip[] {
  const { language } = context;
  const words = listWords[language];
  const names = paymentWords[language];
  const shown: Readonly<Record<string, readonly [string, (value: string) => string]>> = {
    q: [words.search, (value) => value],
    payment_type: [words.type, (value) => valueIn(names.types, value)],
    min_amount: [words.min, (value) => typedAmount(context, value)],
    max_amount: [words.max, (value) => typedAmount(context, value)],
    reason: [words.declineReason, (value) => valueIn(names.declines, value)],
    bank: [words.bank, (value) => value],
  };
  return Object.entries(shown).flatMap(([key, [name, text]]) => {
    const value = query[key];
    if (value === undefined || value === "") return [];
    const without = context.to("payments") + queryText({ ...query, [key]: undefined });
    return [{ name, value: text(value), without }];
  });
}

function valueIn(texts: Readonly<Record<string, string>>, value: string): string {
  return texts[value] ?? value;
}

import { PAYMENT_STATUSES } from "../../../payment/states.ts";
import type { MerchantContext } from "../kit/context.ts";
import { amountText, COMMON_EXPONENT } from "../parts/amount-text.ts";
import { Button, Field, Form, Select } from "../parts/form.tsx";
import { paymentWords } from "../words/payment.ts";
import { listWords } from "./words.ts";

type FilterFormProps = {
  readonly context: MerchantContext;
  readonly query: Readonly<Record<string, string>>;
};

/** Users type amounts in their own notation; the address has them in minor units. */
export function FilterForm({ context, query }: FilterFormProps) {
  const { language } = context;
  const words = listWords[language];
  const names = paymentWords[language];
  const amount = (name: string): string => {
    const text = query[name] ?? "";
    return /^\d{1,12}$/.test(text)
      ? amountText(BigInt(text), { language, exponent: COMMON_EXPONENT })
      : text;
  };
  const isFiltered = Object.keys(query).length > 0;
  const any = ["", words.any] as const;
  return (
    <Form
      context={context}
      action={context.to("payments/find")}
      class="card filters"
      label={words.filters}
    >
      <SearchField text={query["q"] ?? ""} words={words} />
      <Field name="start_date" label={words.from} type="date" value={query["start_date"]} />
      <Field name="end_date" label={words.to} type="date" value={query["end_date"]} />
      <Select
        name="status"
        label={words.status}
        value={query["status"] ?? ""}
        options={[
          any,
          ...PAYMENT_STATUSES.map((status) => [status, names.statuses[status]] as const),
        ]}
      />
      <Select
        name="payment_type"
        label={words.type}
        value={query["payment_type"] ?? ""}
        options={[any, ...Object.entries(names.types)]}
      />
      <Field name="min" label={words.min} inputMode="decimal" value={amount("min_amount")} />
      <Field name="max" label={words.max} inputMode="decimal" value={amount("max_amount")} />
      <div class="buttons">
        <Button>{words.apply}</Button>
        {isFiltered && <a href={context.to("payments")}>{words.clear}</a>}
      </div>
    </Form>
  );
}

type SearchFieldProps = { readonly text: string; readonly words: (typeof listWords)["tr"] };

function SearchField({ text, words }: SearchFieldProps) {
  return (
    <div class="field wide">
      <label for="q">{words.search}</label>
      <input
        id="q"
        name="q"
        type="search"
        value={text}
        placeholder={words.searchHint}
        maxLength={255}
        autocomplete="off"
        spellcheck={false}
        data-no-card={words.cardNumber}
      />
    </div>
  );
}

import { useMerchant } from "../kit/context.ts";
import { Field } from "../../page/parts/form.tsx";
import { editWords } from "./edit-words.ts";
import type { FieldsProps } from "./edited-table.ts";

type CountFieldProps = Pick<FieldsProps, "values" | "errors"> & {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly digits: number;
  readonly isRequired?: boolean;
};

/** The field of a whole number. */
export function CountField({ values, errors, name, digits, ...rest }: CountFieldProps) {
  return (
    <Field
      name={name}
      value={values[name]}
      error={errors[name]}
      inputMode="numeric"
      maxLength={digits}
      {...rest}
    />
  );
}

type RateFieldProps = FieldsProps & { readonly label: string };

/** The field of a commission, with the decimal separator of the language. */
export function RateField({ values, errors, label }: RateFieldProps) {
  const { language } = useMerchant();
  const rate = values["commission_rate"];
  // A text that is no rate stays as it was typed.
  const shown = language === "tr" ? rate?.replace(/^(\d+)\.(\d+)$/, "$1,$2") : rate;
  return (
    <Field
      name="commission_rate"
      label={label}
      hint={editWords[language].rateHint}
      value={shown}
      error={errors["commission_rate"]}
      inputMode="decimal"
      maxLength={12}
      isRequired
    />
  );
}

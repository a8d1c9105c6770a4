import { checkLimits, isSameLimit } from "../../../installment/check-terms.ts";
import type { CategoryLimit } from "../../../installment/commission.ts";
import { LIMIT_COLUMNS } from "../../../installment/read-limit-row.ts";
import { Field } from "../parts/form.tsx";
import { editWords } from "./edit-words.ts";
import type { EditedTable, FieldsProps } from "./edited-table.ts";
import { LimitTable } from "./term-tables.tsx";
import { tableWords } from "./words.ts";

/** The installment limits of product categories as an edited table. */
export const limitTable: EditedTable<CategoryLimit> = {
  name: "limits",
  path: "tables/limits",
  parent: "tables",
  nav: "tables",
  see: "tables.see",
  change: "tables.change",
  title: (language) => tableWords[language].limits,
  parentTitle: (language) => tableWords[language].title,
  columns: [...LIMIT_COLUMNS.required, ...LIMIT_COLUMNS.optional],
  fields: LimitFields,
  check: checkLimits,
  isSame: isSameLimit,
  fieldsOf: (limit) => ({
    category: String(limit.category),
    max_installments: String(limit.countMax),
    valid_from: limit.validFrom,
    valid_to: limit.validTo,
  }),
  store: ({ kit }) => kit.installmentTerms.limits,
  inForce: async ({ kit, scope }) => (await kit.installmentTerms.imported(scope)).limits,
  show: (context, { rows, label }) => <LimitTable context={context} limits={rows} label={label} />,
};

function LimitFields({ context, values, errors }: FieldsProps) {
  const words = editWords[context.language];
  const common = tableWords[context.language];
  return (
    <>
      <Field
        name="category"
        label={common.category}
        hint={words.categoryHint}
        value={values["category"]}
        error={errors["category"]}
        inputMode="numeric"
        maxLength={9}
        isRequired
      />
      <Field
        name="max_installments"
        label={common.countMax}
        value={values["max_installments"]}
        error={errors["max_installments"]}
        inputMode="numeric"
        maxLength={2}
        isRequired
      />
    </>
  );
}

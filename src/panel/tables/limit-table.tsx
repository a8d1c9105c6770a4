import { useWords } from "../kit/context.ts";
import { checkLimits, isSameLimit } from "../../domain/installment/check-terms.ts";
import type { CategoryLimit } from "../../domain/installment/commission.ts";
import { LIMIT_COLUMNS } from "../../domain/installment/read-limit-row.ts";
import { GOODS_KINDS } from "../../domain/law/installment-law.ts";
import { Select } from "../../page/parts/form.tsx";
import { lawWords } from "../../page/law-words.ts";
import { editWords } from "./edit-words.ts";
import type { EditedTable, FieldsProps } from "./edited-table.ts";
import { CountField } from "./term-fields.tsx";
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
  fields: (_, props) => <LimitFields {...props} />,
  check: checkLimits,
  isSame: isSameLimit,
  fieldsOf: (limit) => ({
    category: String(limit.category),
    max_installments: limit.countMax === undefined ? "" : String(limit.countMax),
    goods: limit.kind ?? "",
    valid_from: limit.validFrom,
    valid_to: limit.validTo,
  }),
  store: ({ kit }) => kit.installmentTerms.limits,
  inForce: async ({ kit, scope }) => (await kit.installmentTerms.imported(scope)).limits,
  show: (_, { rows, label }) => <LimitTable limits={rows} label={label} />,
};

function LimitFields(given: FieldsProps) {
  const { categoryHint } = useWords(editWords);
  const words = useWords(tableWords);
  const { goods } = useWords(lawWords);
  return (
    <>
      <CountField
        {...given}
        name="category"
        label={words.category}
        hint={categoryHint}
        digits={9}
        isRequired
      />
      <Select
        name="goods"
        label={words.goods}
        value={given.values["goods"] ?? ""}
        options={[["", words.noGoods], ...GOODS_KINDS.map((kind) => [kind, goods[kind]] as const)]}
        error={given.errors["goods"]}
      />
      <CountField {...given} name="max_installments" label={words.countMax} digits={2} />
    </>
  );
}

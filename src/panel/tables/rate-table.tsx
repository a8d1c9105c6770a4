import { CARD_CATEGORIES } from "../../domain/card/bin-record.ts";
import { CARD_PROGRAMS, ownerOf } from "../../domain/card/card-program.ts";
import { checkRates, isSameRate } from "../../domain/installment/check-terms.ts";
import { BEARERS, CARD_BANKS, type CommissionRate } from "../../domain/installment/commission.ts";
import { RATE_COLUMNS } from "../../domain/installment/read-rate-row.ts";
import { type MerchantContext, useWords } from "../kit/context.ts";
import { Select } from "../../page/parts/form.tsx";
import { editWords } from "./edit-words.ts";
import { rateText, type EditedTable, type FieldsProps } from "./edited-table.ts";
import { CountField, RateField } from "./term-fields.tsx";
import { RateTable } from "./term-tables.tsx";
import { tableWords } from "./words.ts";

/** The commission rates of installments as an edited table. */
export const rateTable: EditedTable<CommissionRate> = {
  name: "rates",
  path: "tables/rates",
  parent: "tables",
  nav: "tables",
  see: "tables.see",
  change: "tables.change",
  title: (language) => tableWords[language].rates,
  parentTitle: (language) => tableWords[language].title,
  columns: [...RATE_COLUMNS.required, ...RATE_COLUMNS.optional],
  fields: (_, props) => <RateFields {...props} />,
  check: checkRates,
  isSame: isSameRate,
  fieldsOf: (rate) => ({
    program: rate.program,
    card_bank: rate.cardBank,
    card_category: rate.category,
    installment_count: String(rate.count),
    commission_rate: rateText(rate.rateBasisPoints),
    borne_by: rate.bearer,
    bank_code:
      rate.terminalBankCode === ownerOf(rate.program ?? "") ? undefined : rate.terminalBankCode,
    valid_from: rate.validFrom,
    valid_to: rate.validTo,
  }),
  store: ({ kit }) => kit.installmentTerms.rates,
  inForce: ratesInForce,
  show: (_, { rows, label }) => <RateTable rates={rows} label={label} />,
};

/** The merchant's own rates, or those of the sandbox; not older than the last change. */
export async function ratesInForce({
  kit,
  scope,
}: MerchantContext): Promise<readonly CommissionRate[]> {
  const { rates } = await kit.installmentTerms.imported(scope);
  return rates.length > 0 ? rates : (await kit.installmentTerms.find(scope)).rates;
}

function RateFields({ values, errors }: FieldsProps) {
  const words = useWords(editWords);
  const common = useWords(tableWords);
  const { program = "" } = values;
  const names = [...new Set([...CARD_PROGRAMS.map(({ name }) => name), program])];
  return (
    <>
      <Select
        name="program"
        label={common.program}
        value={program}
        options={[
          ...names.filter((name) => name !== "").map((name) => [name, name] as const),
          ["", words.noProgram],
        ]}
        error={errors["program"]}
      />
      <Select
        name="card_bank"
        label={common.cardBank}
        value={values["card_bank"] ?? "own"}
        options={CARD_BANKS.map((bank) => [bank, common.cardBanks[bank]] as const)}
        error={errors["card_bank"]}
      />
      <Select
        name="card_category"
        label={words.cardCategory}
        value={values["card_category"] ?? ""}
        options={[
          ["", words.everyCard],
          ...CARD_CATEGORIES.map((category) => [category, words.categories[category]] as const),
        ]}
        error={errors["card_category"]}
      />
      <RateTerms values={values} errors={errors} />
    </>
  );
}

/** The count, its commission, and the bank whose terminal takes the card. */
function RateTerms(given: FieldsProps) {
  const words = useWords(editWords);
  const common = useWords(tableWords);
  const { values, errors } = given;
  return (
    <>
      <CountField {...given} name="installment_count" label={common.count} digits={2} isRequired />
      <RateField {...given} label={common.rate} />
      <Select
        name="borne_by"
        label={common.bearer}
        value={values["borne_by"] ?? "customer"}
        options={BEARERS.map((bearer) => [bearer, common.bearers[bearer]] as const)}
        error={errors["borne_by"]}
      />
      <CountField
        {...given}
        name="bank_code"
        label={words.bankCode}
        hint={words.bankCodeHint}
        digits={4}
      />
    </>
  );
}

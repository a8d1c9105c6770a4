import { useMerchant, useWords } from "../kit/context.ts";
import { CARD_PROGRAMS } from "../../domain/card/card-program.ts";
import {
  checkTerms,
  isSameTerm,
  TERM_COLUMNS,
  TERM_TYPES,
} from "../../domain/settlement/read-term-row.ts";
import type { SettlementTerm } from "../../domain/settlement/term.ts";
import { Select } from "../../page/parts/form.tsx";
import { editWords } from "../tables/edit-words.ts";
import { rateText, type EditedTable, type FieldsProps } from "../tables/edited-table.ts";
import { CountField, RateField } from "../tables/term-fields.tsx";
import { tableWords } from "../tables/words.ts";
import { paymentWords } from "../words/payment.ts";
import { connectionsOf, titleIn, type Connections } from "./connections.tsx";
import { ContractTable } from "./contract-table.tsx";
import { settlementWords } from "./words.ts";

/** The contract with the banks as an edited table. */
export const contractTable: EditedTable<SettlementTerm> = {
  name: "contract",
  path: "settlement/contract",
  parent: "settlement",
  nav: "settlement",
  see: "settlement.see",
  change: "settlement.change",
  title: (language) => settlementWords[language].contract,
  parentTitle: (language) => settlementWords[language].title,
  columns: [...TERM_COLUMNS.required, ...TERM_COLUMNS.optional],
  fields: async (context, props) => (
    <ContractFields {...props} connections={await connectionsOf(context)} />
  ),
  check: checkTerms,
  isSame: isSameTerm,
  fieldsOf: (term) => ({
    payment_type: term.paymentType,
    commission_rate: rateText(term.rateBasisPoints),
    value_days: String(term.valueDays),
    acquirer: term.acquirer,
    program: term.program,
    installment_count: term.count === undefined ? undefined : String(term.count),
    valid_from: term.validFrom,
    valid_to: term.validTo,
  }),
  store: ({ kit }) => kit.settlements.contract,
  inForce: ({ kit, scope }) => kit.settlements.terms(scope),
  show: async (context, { rows, label }) => (
    <ContractTable terms={rows} label={label} connections={await connectionsOf(context)} />
  ),
};

function ContractFields(props: FieldsProps & { readonly connections: Connections }) {
  const context = useMerchant();
  const { values, errors, connections } = props;
  const words = useWords(settlementWords);
  const types: Readonly<Record<string, string>> = useWords(paymentWords).types;
  const { acquirer = "" } = values;
  const banks = new Set([...connections.map((one) => one.acquirer), acquirer]);
  return (
    <>
      <Select
        name="payment_type"
        label={words.type}
        value={values["payment_type"] ?? "creditcard"}
        options={TERM_TYPES.map((type) => [type, types[type] ?? type] as const)}
        error={errors["payment_type"]}
      />
      <Select
        name="acquirer"
        label={words.acquirer}
        value={acquirer}
        options={[
          ["", words.every],
          ...[...banks]
            .filter((one) => one !== "")
            .map((one) => [one, titleIn(context, connections, one)] as const),
        ]}
        error={errors["acquirer"]}
      />
      <ProgramAndCount {...props} />
      <RateAndDays {...props} />
    </>
  );
}

function RateAndDays(given: FieldsProps) {
  const words = useWords(settlementWords);
  const { valueDaysHint } = useWords(editWords);
  return (
    <>
      <RateField {...given} label={words.rate} />
      <CountField
        {...given}
        name="value_days"
        label={words.valueDays}
        hint={valueDaysHint}
        digits={3}
        isRequired
      />
    </>
  );
}

/** The fields that limit a line to some cards. */
function ProgramAndCount(given: FieldsProps) {
  const { language } = useMerchant();
  const edit = useWords(editWords);
  const { program = "" } = given.values;
  const names = new Set([...CARD_PROGRAMS.map(({ name }) => name), program]);
  return (
    <>
      <Select
        name="program"
        label={tableWords[language].program}
        value={program}
        options={[
          ["", edit.anyProgram],
          ...[...names].filter((name) => name !== "").map((name) => [name, name] as const),
        ]}
        error={given.errors["program"]}
      />
      <CountField
        {...given}
        name="installment_count"
        label={edit.anyCount}
        hint={edit.anyCountHint}
        digits={2}
      />
    </>
  );
}

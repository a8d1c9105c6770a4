import type { SettlementTerm } from "../../domain/settlement/term.ts";
import { crossedCap } from "../../domain/law/commission-cap.ts";
import { isToBeChecked } from "../../domain/law/dated-rule.ts";
import { dayInTurkey } from "../../kernel/calendar-day.ts";
import { lawWords } from "../../page/law-words.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { formatRate } from "../../page/parts/numbers.ts";
import { Table, type Column } from "../../page/parts/table.tsx";
import { dayColumns } from "../tables/row-columns.tsx";
import { tableWords } from "../tables/words.ts";
import { paymentWords } from "../words/payment.ts";
import { titleIn, type Connections } from "./connections.tsx";
import { settlementWords } from "./words.ts";

type Props = {
  readonly terms: readonly SettlementTerm[];
  readonly connections: Connections;
  /** The name of the table, if it is not the contract in force. */
  readonly label?: string;
  readonly editPath?: ((term: SettlementTerm) => string) | undefined;
};

type CrossedProps = { readonly term: SettlementTerm; readonly crosses: "rate" | "days" };

/** The mark of a line that is above a cap of the law; it refuses nothing. */
function Crossed({ term, crosses }: CrossedProps) {
  const { kit, scope, language } = useMerchant();
  const words = useWords(lawWords);
  const today = dayInTurkey(kit.clocks.now(scope));
  const found = crossedCap(term, term.validFrom > today ? term.validFrom : today);
  if (found?.crosses !== crosses) return null;
  const { cap } = found;
  return (
    <small class="below warn">
      {crosses === "rate"
        ? words.aboveRate(formatRate(cap.rateBasisPoints, language), cap.validFrom)
        : words.aboveDays(cap.valueDays, cap.validFrom)}
      {isToBeChecked(cap, today) && ` (${words.toBeChecked})`}
    </small>
  );
}

export function ContractTable({ terms, connections, label, editPath }: Props) {
  const context = useMerchant();
  const words = useWords(settlementWords);
  const common = useWords(tableWords);
  const types: Readonly<Record<string, string>> = paymentWords[context.language].types;
  const columns: readonly Column<SettlementTerm>[] = [
    {
      head: words.type,
      isRowHead: true,
      cell: ({ paymentType }) => types[paymentType] ?? paymentType,
    },
    {
      head: words.acquirer,
      cell: ({ acquirer }) =>
        acquirer === undefined ? words.every : titleIn(context, connections, acquirer),
    },
    { head: common.program, cell: ({ program }) => program ?? words.every },
    { head: common.count, isNumber: true, cell: ({ count }) => count ?? words.every },
    {
      head: words.rate,
      isNumber: true,
      cell: (term) => (
        <>
          {formatRate(term.rateBasisPoints, context.language)}
          <Crossed term={term} crosses="rate" />
        </>
      ),
    },
    {
      head: words.valueDays,
      isNumber: true,
      cell: (term) => (
        <>
          {term.valueDays}
          <Crossed term={term} crosses="days" />
        </>
      ),
    },
    ...dayColumns({
      context,
      editPath,
      nameOf: ({ paymentType, program, count }) =>
        [types[paymentType] ?? paymentType, program, count].filter(Boolean).join(" "),
    }),
  ];
  return <Table label={label ?? words.contract} columns={columns} rows={terms} class="beside" />;
}

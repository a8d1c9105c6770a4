import type { SettlementTerm } from "../../domain/settlement/term.ts";
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
      cell: ({ rateBasisPoints }) => formatRate(rateBasisPoints, context.language),
    },
    { head: words.valueDays, isNumber: true, cell: ({ valueDays }) => valueDays },
    ...dayColumns({
      context,
      editPath,
      nameOf: ({ paymentType, program, count }) =>
        [types[paymentType] ?? paymentType, program, count].filter(Boolean).join(" "),
    }),
  ];
  return <Table label={label ?? words.contract} columns={columns} rows={terms} class="beside" />;
}

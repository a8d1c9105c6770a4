import type { SettlementTerm } from "../../../settlement/term.ts";
import type { MerchantContext } from "../kit/context.ts";
import { formatRate } from "../parts/numbers.ts";
import { Table, type Column } from "../parts/table.tsx";
import { tableWords } from "../tables/words.ts";
import { paymentWords } from "../words/payment.ts";
import { titleIn, type Connections } from "./connections.tsx";
import { settlementWords } from "./words.ts";

type Props = {
  readonly context: MerchantContext;
  readonly terms: readonly SettlementTerm[];
  readonly connections: Connections;
};

export function ContractTable({ context, terms, connections }: Props) {
  const { language } = context;
  const words = settlementWords[language];
  const common = tableWords[language];
  if (terms.length === 0) return <p class="empty">{words.noContract}</p>;
  const types: Readonly<Record<string, string>> = paymentWords[language].types;
  const columns: readonly Column<SettlementTerm>[] = [
    {
      head: words.type,
      isRowHead: true,
      cell: ({ paymentType }) => types[paymentType] ?? paymentType,
    },
    {
      head: words.acquirer,
      cell: ({ acquirer }) =>
        acquirer === undefined ? "–" : titleIn(context, connections, acquirer),
    },
    { head: common.program, cell: ({ program }) => program ?? "–" },
    { head: common.count, cell: ({ count }) => count ?? "–" },
    { head: words.rate, cell: ({ rateBasisPoints }) => formatRate(rateBasisPoints, language) },
    { head: words.valueDays, cell: ({ valueDays }) => valueDays },
    { head: common.from, cell: ({ validFrom }) => validFrom },
    { head: common.to, cell: ({ validTo }) => validTo ?? "–" },
  ];
  return <Table label={words.contract} columns={columns} rows={terms} />;
}

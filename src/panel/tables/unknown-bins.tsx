import type { UnknownBin, UnknownBins } from "../../domain/report/unknown-bins.ts";
import { formatMoney } from "../../page/format.ts";
import { Card } from "../../page/parts/card.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { useMerchant, useWords } from "../kit/context.ts";
import { tableWords } from "./words.ts";

/** Cards of the last week whose bank the BIN table did not know; empty without any. */
export function UnknownCards({ found }: { readonly found: UnknownBins }) {
  const { language } = useMerchant();
  const words = useWords(tableWords);
  if (found.unknown === 0) return null;
  const columns: readonly Column<UnknownBin>[] = [
    { head: "BIN", isRowHead: true, cell: ({ bin }) => bin },
    { head: words.cardPayments, isNumber: true, cell: ({ payments }) => payments },
    {
      head: words.cardAmount,
      isNumber: true,
      cell: ({ amount }) => formatMoney(amount, language),
    },
  ];
  return (
    <Card title={words.unknownCards}>
      <p class="hint">{words.unknownHint(found.unknown, found.payments)}</p>
      <Table label={words.unknownCards} columns={columns} rows={found.bins} />
    </Card>
  );
}

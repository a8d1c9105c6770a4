import type { SettlementTerm } from "../../../settlement/term.ts";
import type { MerchantContext } from "../context.ts";
import { formatRate } from "../parts/numbers.ts";
import { Table } from "../parts/table.tsx";
import { tableWords } from "../tables/words.ts";
import { paymentWords } from "../words/payment.ts";
import { settlementWords } from "./words.ts";

type Props = { readonly context: MerchantContext; readonly terms: readonly SettlementTerm[] };

export function ContractTable({ context, terms }: Props) {
  const { language } = context;
  const words = settlementWords[language];
  const common = tableWords[language];
  if (terms.length === 0) return <p class="empty">{words.noContract}</p>;
  const types: Readonly<Record<string, string>> = paymentWords[language].types;
  const columns = [
    words.type,
    common.program,
    common.count,
    words.rate,
    words.valueDays,
    common.from,
    common.to,
  ];
  return (
    <Table label={words.contract} columns={columns}>
      {terms.map((term) => (
        <tr>
          <th scope="row">{types[term.paymentType] ?? term.paymentType}</th>
          <td>{term.program ?? "–"}</td>
          <td>{term.count ?? "–"}</td>
          <td>{formatRate(term.rateBasisPoints, language)}</td>
          <td>{term.valueDays}</td>
          <td>{term.validFrom}</td>
          <td>{term.validTo ?? "–"}</td>
        </tr>
      ))}
    </Table>
  );
}

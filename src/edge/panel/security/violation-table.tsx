import type { Language } from "../../../checkout/session.ts";
import { OTHER_ORIGINS, type ViolationCount } from "../../../report/policy-violation.ts";
import { formatNumber } from "../parts/numbers.ts";
import { numberColumns, Table } from "../parts/table.tsx";
import { formatDay } from "../parts/when.tsx";
import { securityWords } from "./words.ts";

type Props = { readonly language: Language; readonly counts: readonly ViolationCount[] };

/** The reports of browsers, by day, page, directive and origin. */
export function ViolationTable({ language, counts }: Props) {
  const words = securityWords[language];
  if (counts.length === 0) return <p class="empty">{words.noReports}</p>;
  const columns = [
    words.day,
    words.page,
    words.directive,
    words.blocked,
    ...numberColumns(words.count),
  ];
  return (
    <Table label={words.reports} columns={columns}>
      {counts.map(({ day, page, directive, blocked, reports }) => (
        <tr>
          <td>{formatDay(day, language)}</td>
          <td>{words.pages[page]}</td>
          <td>
            <span class="code">{directive}</span>
          </td>
          <td>{blocked === OTHER_ORIGINS ? words.others : <span class="code">{blocked}</span>}</td>
          <td class="number">{formatNumber(reports, language)}</td>
        </tr>
      ))}
    </Table>
  );
}

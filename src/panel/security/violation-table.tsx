import { useLanguage, useWords } from "../kit/context.ts";
import {
  OTHER_ORIGINS,
  REFUSED_REPORTS,
  type ViolationCount,
} from "../../domain/report/policy-violation.ts";
import { formatNumber } from "../../page/parts/numbers.ts";
import { Table, type Column } from "../../page/parts/table.tsx";
import { formatDay } from "../../page/parts/when.tsx";
import { securityWords } from "./words.ts";

type Props = { readonly counts: readonly ViolationCount[] };

/** The reports of browsers, by day, page, directive and origin, and whether some were refused. */
export function ViolationTable({ counts }: Props) {
  const language = useLanguage();
  const [lastRefused] = counts.filter(isNote);
  const reports = counts.filter((count) => !isNote(count));
  return (
    <>
      {lastRefused !== undefined && (
        <p class="hint">{securityWords[language].refused(formatDay(lastRefused.day, language))}</p>
      )}
      <Reports counts={reports} />
    </>
  );
}

function isNote({ directive }: ViolationCount): boolean {
  return directive === REFUSED_REPORTS;
}

function Reports({ counts }: Props) {
  const language = useLanguage();
  const words = useWords(securityWords);
  if (counts.length === 0) return <p class="empty">{words.noReports}</p>;
  const columns: readonly Column<ViolationCount>[] = [
    { head: words.day, cell: ({ day }) => formatDay(day, language) },
    { head: words.page, cell: ({ page }) => words.pages[page] },
    { head: words.directive, cell: ({ directive }) => <span class="code">{directive}</span> },
    {
      head: words.blocked,
      cell: ({ blocked }) =>
        blocked === OTHER_ORIGINS ? words.others : <span class="code">{blocked}</span>,
    },
    { head: words.count, isNumber: true, cell: ({ reports }) => formatNumber(reports, language) },
  ];
  return <Table label={words.reports} columns={columns} rows={counts} />;
}

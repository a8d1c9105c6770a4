import { useLanguage, useWords } from "../kit/context.ts";
import type { RowProblem } from "../../domain/table/table-row.ts";
import { tableWords } from "./words.ts";

/** The largest number of listed problems. */
const SHOWN = 50;

/** The problems of a file, by line; columns and rules have the names of the format. */
export function ProblemList({ problems }: { readonly problems: readonly RowProblem[] }) {
  const language = useLanguage();
  const words = useWords(tableWords);
  if (problems.length === 0) return null;
  return (
    <section class="card" role="alert">
      <h2>{words.wrong}</h2>
      <ul lang="en">
        {problems.slice(0, SHOWN).map(({ line, column, message }) => (
          <li>
            <span lang={language}>{words.problem(line)}</span>: <code>{column}</code> {message}
          </li>
        ))}
      </ul>
      {problems.length > SHOWN && <p>{words.more(problems.length - SHOWN)}</p>}
    </section>
  );
}

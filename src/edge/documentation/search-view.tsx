import { DocsLayout, type DocsKit } from "./docs-layout.tsx";
import type { Found } from "./search.ts";

type SearchViewProps = {
  readonly kit: DocsKit;
  readonly query: string;
  readonly found: readonly Found[];
};

/** The result page of a search, for browsers without scripts and for submission by Enter. */
export function SearchView({ kit, query, found }: SearchViewProps) {
  const title = query === "" ? "Search" : `Search: ${query}`;
  return (
    <DocsLayout kit={kit} title={title} query={query}>
      <h1>{title}</h1>
      <p>{summaryOf(query, found.length)}</p>
      <ol class="results">
        {found.map(({ path, title: page, part, excerpt }) => (
          <li>
            <a href={kit.root + path}>{part === "" ? page : `${page}: ${part}`}</a>
            <p>{excerpt}</p>
          </li>
        ))}
      </ol>
    </DocsLayout>
  );
}

function summaryOf(query: string, count: number): string {
  if (query === "") return "Type a word, such as refund, 409 or session_expired.";
  if (count === 0) return "No page contains all of these words.";
  return count === 1 ? "1 result." : `${count} results.`;
}

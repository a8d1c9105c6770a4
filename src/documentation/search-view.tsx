import type { Language } from "../kernel/language.ts";
import { DocsLayout, type DocsKit } from "./docs-layout.tsx";
import type { SearchHit } from "./search.ts";
import { docsWords } from "./words.ts";

type SearchViewProps = {
  readonly kit: DocsKit;
  readonly query: string;
  readonly language: Language;
  readonly found: readonly SearchHit[];
};

/** The result page of a search, for browsers without scripts and for submission by Enter. */
export function SearchView({ kit, query, language, found }: SearchViewProps) {
  const words = docsWords[language];
  const title = query === "" ? words.search : `${words.search}: ${query}`;
  return (
    <DocsLayout kit={kit} title={title} language={language} query={query}>
      <h1>{title}</h1>
      <p>{query === "" ? words.typeWord : words.results(found.length)}</p>
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

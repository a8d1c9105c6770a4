import type { Language } from "../../../checkout/session.ts";
import { shell } from "../words/shell.ts";

/** Behind which entry a page begins; without either it is the newest. */
export type PageEdge = {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
};

type PagerProps = {
  readonly language: Language;
  /** The addresses of pages. */
  readonly at: (edge: PageEdge) => string;
  /** The ids of what is on this page, newest first. */
  readonly ids: readonly string[];
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
};

/** Leads to the pages beside one of a list that goes by the ids of its entries. */
export function Pager({ language, at, ids, hasNewer, hasOlder }: PagerProps) {
  const words = shell[language];
  if (!hasNewer && !hasOlder) return null;
  return (
    <nav class="pager" aria-label={words.pages}>
      {hasNewer && <a href={at({})}>{words.first}</a>}
      {hasNewer && <a href={at({ before: ids[0] })}>{words.previous}</a>}
      {hasOlder && <a href={at({ after: ids.at(-1) })}>{words.next}</a>}
    </nav>
  );
}

import type { Language } from "../../../checkout/session.ts";
import { shell } from "../words/shell.ts";

/**
 * The cursor of a page: the entry before or after which the page lies; empty for the newest page.
 */
export type PageCursor = {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
};

type PagerProps = {
  readonly language: Language;
  /** Returns the address of the page at a cursor. */
  readonly at: (cursor: PageCursor) => string;
  /** The ids of this page's entries, newest first. */
  readonly ids: readonly string[];
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
};

/** The links to the neighbouring pages of a list that is ordered by the ids of its entries. */
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

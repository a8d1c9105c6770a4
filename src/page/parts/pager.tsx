import { useLanguage, useWords } from "../kit/reader.ts";
import { partWords } from "./part-words.ts";
import { formatNumber } from "./numbers.ts";

/**
 * The cursor of a page: the entry before or after which the page lies; empty for the newest page.
 */
export type PageCursor = {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** The number of the page that the link leads to, which cursors alone do not tell. */
  readonly page?: string | undefined;
};

const HIGHEST_PAGE = 1_000_000;

type PagerProps = {
  /** Returns the address of the page at a cursor. */
  readonly at: (cursor: PageCursor) => string;
  /** The ids of this page's entries, newest first. */
  readonly ids: readonly string[];
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
  /** The `page` of this page's address. */
  readonly page: string | undefined;
  /** The number of pages, where the number of entries is known. */
  readonly pages?: number | undefined;
};

/** The links to the neighbouring pages of a list that is ordered by the ids of its entries. */
export function Pager({ at, ids, hasNewer, hasOlder, pages, ...rest }: PagerProps) {
  const language = useLanguage();
  const words = useWords(partWords);
  if (!hasNewer && !hasOlder) return null;
  const page = hasNewer ? readPage(rest.page) : 1;
  return (
    <nav class="pager" aria-label={words.pages}>
      {hasNewer && <a href={at({})}>{words.first}</a>}
      {hasNewer && <a href={at({ before: ids[0], page: near(page, -1) })}>{words.previous}</a>}
      {page !== undefined && (
        <span class="page">
          {words.page(
            formatNumber(page, language),
            pages === undefined || pages < page ? undefined : formatNumber(pages, language),
          )}
        </span>
      )}
      {hasOlder && <a href={at({ after: ids.at(-1), page: near(page, 1) })}>{words.next}</a>}
    </nav>
  );
}

/** The number of a page with newer ones before it; undefined if the address has no such number. */
function readPage(text = ""): number | undefined {
  const page = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 0;
  return page > 1 && page <= HIGHEST_PAGE ? page : undefined;
}

function near(page: number | undefined, step: 1 | -1): string | undefined {
  const next = (page ?? 0) + step;
  return page === undefined || next < 2 ? undefined : String(next);
}

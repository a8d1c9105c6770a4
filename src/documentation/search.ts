import type { Language } from "../kernel/language.ts";
import { firstTabs } from "./code-tabs.ts";
import { shownOf, type DocPage } from "./doc-page.ts";
import { slugOf } from "./markdown.ts";
import { plainText } from "./render-markdown.tsx";
import { readQuery, type Term } from "./read-query.ts";

export type SearchHit = {
  readonly path: string;
  readonly title: string;
  /** The heading of the part; empty for the whole page. */
  readonly part: string;
  readonly excerpt: string;
};

type Entry = SearchHit & { readonly heads: string; readonly text: string; readonly weight: number };

export type SearchIndex = {
  /** `language` is that of the reader's page. */
  find(query: string, language: Language): readonly SearchHit[];
};

const SHOWN = 20;
const EXCERPT = 140;
const QUERY_MAX = 100;

/**
 * Finds parts of pages that contain every word of a query or a synonym of it; the page that
 * explains the subject comes first, then matches in headings.
 */
export function createSearch(pages: readonly DocPage[]): SearchIndex {
  const entries = pages.flatMap(entriesOf);
  return {
    find(query, language) {
      const terms = readQuery(fold(query.slice(0, QUERY_MAX)));
      if (terms.length === 0) return [];
      return entries
        .map((entry) => ({ entry, score: scoreOf(entry, terms, language) }))
        .filter(({ score }) => score > 0)
        .toSorted((left, right) => right.score - left.score)
        .slice(0, SHOWN)
        .map(({ entry: { path, title, part, excerpt } }) => ({ path, title, part, excerpt }));
    },
  };
}

function entriesOf(page: DocPage): readonly Entry[] {
  const parts = firstTabs(shownOf(page)).split(/^(?=#{2,3} )/m);
  return parts.map((text, place) => {
    const [, name = ""] = /^#{2,3} (.*)/.exec(text) ?? [];
    const part = plainText(name);
    return {
      path: place === 0 ? page.path : `${page.path}#${slugOf(name)}`,
      title: page.title,
      part,
      excerpt: place === 0 ? plainText(page.summary) : excerptOf(text),
      heads: fold(`${place === 0 ? page.title : ""} ${part}`),
      text: fold(`${page.title} ${page.path} ${text}`),
      weight: place === 0 ? 2 : 1,
    };
  });
}

function isIn(place: string, { said, written }: Term): boolean {
  return place.includes(said) || written.some((phrase) => place.includes(phrase));
}

function scoreOf(
  { path, heads, text, weight }: Entry,
  terms: readonly Term[],
  language: Language,
): number {
  const isAbout = ({ explainedAt }: Term): boolean => explainedAt?.[language] === path;
  const isExplained = terms.some(isAbout);
  if (!isExplained && !terms.every((term) => isIn(text, term))) return 0;
  const named = terms.filter((term) => isIn(heads, term)).length;
  const exactly = heads.trim() === terms.map(({ said }) => said).join(" ") ? 20 : 0;
  return weight + named * 5 + exactly + (isExplained ? 30 : 0);
}

function excerptOf(markdown: string): string {
  const prose = markdown
    .replace(/^```.*?^```/gms, " ")
    .replace(/^#.*$/gm, " ")
    .replace(/^[|].*$/gm, " ")
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return prose.length <= EXCERPT ? prose : `${prose.slice(0, EXCERPT).replace(/ \S*$/, "")} …`;
}

/** Removes case and diacritics, so that `sahin` finds `Şahin`. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("ı", "i");
}

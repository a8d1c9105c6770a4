import type { Language } from "../kernel/language.ts";
import type { TryIt } from "./try-it.ts";

/** The sections of the contents in their order. */
export const SECTIONS = ["Start", "Guides", "Operations", "Reference"] as const;

export type Section = (typeof SECTIONS)[number];

/** The Markdown of the page as browsers show it. */
export function shownOf(page: DocPage): string {
  return page.shown?.() ?? page.markdown();
}

/** A page of the documentation in Markdown; the first line is its title. */
export type DocPage = {
  /** Path below the public address, such as `/docs/quickstart`. */
  readonly path: string;
  readonly title: string;
  /** One sentence, for lists of pages. */
  readonly summary: string;
  readonly section: Section;
  readonly language: Language;
  /** Path of the same page in the other language; undefined if there is none. */
  readonly twin?: string | undefined;
  /** True if the contents beside every page list it. */
  readonly isListed: boolean;
  /** The call that a reader can send from this page to the sandbox. */
  readonly tryIt?: TryIt | undefined;
  /**
   * Path of the page of which this is a chapter. Lists for programs name the page and leave out its
   * chapters.
   */
  readonly chapterOf?: string | undefined;
  /** The Markdown that browsers are shown, where it is not that of the whole page. */
  shown?(): string;
  markdown(): string;
};

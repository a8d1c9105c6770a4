import type { Language } from "../../checkout/session.ts";

/** The sections of the contents in their order. */
export const SECTIONS = ["Start", "Guides", "Operations", "Reference"] as const;

export type Section = (typeof SECTIONS)[number];

/** A page of the documentation in Markdown; the first line is its title. */
export type DocPage = {
  /** Path below the public address, such as `/docs/quickstart`. */
  readonly path: string;
  readonly title: string;
  /** One sentence, for lists of pages. */
  readonly summary: string;
  readonly section: Section;
  readonly language: Language;
  /** True if the contents beside every page list it. */
  readonly isListed: boolean;
  markdown(): string;
};

import type { Language } from "../../checkout/session.ts";

/** The parts of the contents, in their order. */
export const SECTIONS = ["Start", "Guides", "Operations", "Reference"] as const;

export type Section = (typeof SECTIONS)[number];

/** A page of the documentation; its text is Markdown with the title as its first line. */
export type DocPage = {
  /** Below the service's own address, such as `/docs/quickstart`. */
  readonly path: string;
  readonly title: string;
  /** One sentence, for lists of pages. */
  readonly summary: string;
  readonly section: Section;
  readonly language: Language;
  /** Whether the contents beside every page name it. */
  readonly isListed: boolean;
  markdown(): string;
};

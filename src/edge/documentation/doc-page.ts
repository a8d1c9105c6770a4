import type { Language } from "../../checkout/session.ts";
import type { TryIt } from "./try-it.ts";

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
  /** Path of the same page in the other language; undefined if there is none. */
  readonly twin?: string | undefined;
  /** True if the contents beside every page list it. */
  readonly isListed: boolean;
  /** The call that a reader can send from this page to the sandbox. */
  readonly tryIt?: TryIt | undefined;
  markdown(): string;
};

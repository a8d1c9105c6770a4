import type { Language } from "../kernel/language.ts";
import { SECTIONS, type DocPage } from "./doc-page.ts";
import type { Heading } from "./render-markdown.tsx";
import { docsWords } from "./words.ts";

type ContentsProps = {
  readonly pages: readonly DocPage[];
  readonly root: string;
  readonly language: Language;
  readonly current: DocPage | undefined;
};

/** All pages in a language; the pages of the reference exist in English only. */
export function Contents({ pages, root, language, current }: ContentsProps) {
  const words = docsWords[language];
  const listed = pages.filter(
    (page) => page.isListed && (page.language === language || page.twin === undefined),
  );
  return (
    <nav id="contents" class="contents" aria-label={words.contents} tabIndex={-1}>
      {SECTIONS.map((section) => (
        <>
          <h2>{words.sections[section]}</h2>
          <ul>
            {listed
              .filter((one) => one.section === section)
              .map((one) => (
                <li>
                  <a
                    href={root + one.path}
                    lang={one.language === language ? undefined : one.language}
                    aria-current={currentOf(one, current)}
                  >
                    {one.title}
                  </a>
                </li>
              ))}
          </ul>
        </>
      ))}
    </nav>
  );
}

function currentOf({ path }: DocPage, current: DocPage | undefined): "page" | "true" | undefined {
  if (path === current?.path) return "page";
  return path === current?.chapterOf ? "true" : undefined;
}

type PartsProps = { readonly headings: readonly Heading[]; readonly language: Language };

/** The parts of the page, beside the text of a wide window. */
export function PartsBeside({ headings, language }: PartsProps) {
  if (headings.length < 2) return null;
  const title = docsWords[language].onThisPage;
  return (
    <nav class="parts" aria-label={title}>
      <h2>{title}</h2>
      <PartList headings={headings} />
    </nav>
  );
}

/** The contents above the text of a narrow window, closed until the reader opens them. */
export function PartsAbove({ headings, language }: PartsProps) {
  if (headings.length < 2) return null;
  return (
    <details class="parts-above">
      <summary>{docsWords[language].onThisPage}</summary>
      <PartList headings={headings} />
    </details>
  );
}

function PartList({ headings }: Pick<PartsProps, "headings">) {
  return (
    <ul>
      {headings.map(({ id, title }) => (
        <li>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  );
}

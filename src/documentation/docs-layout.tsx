import type { ComponentChildren } from "preact";
import type { Language } from "../kernel/language.ts";
import type { Assets } from "../page/assets.ts";
import { otherLanguage } from "../page/language.ts";
import { Document } from "../page/parts/document.tsx";
import type { Paths } from "../page/paths.ts";
import { Contents, PartsBeside } from "./contents.tsx";
import type { DocPage } from "./doc-page.ts";
import type { Heading } from "./render-markdown.tsx";
import { docsWords } from "./words.ts";

export type DocsKit = {
  readonly assets: Assets;
  readonly paths: Paths;
  /** Path of the public address, the beginning of every path of ours. */
  readonly root: string;
  /** Version of the running program. */
  readonly version: string;
  readonly pages: readonly DocPage[];
  readonly hasDemo: boolean;
};

type DocsLayoutProps = {
  readonly kit: DocsKit;
  readonly title: string;
  /** The current page; undefined if the contents do not list it. */
  readonly page?: DocPage;
  /** The language of a view that is no page; English by default. */
  readonly language?: Language;
  readonly headings?: readonly Heading[];
  readonly query?: string;
  readonly children: ComponentChildren;
};

/** The layout of a page: the search above, the contents and the parts of the page beside it. */
export function DocsLayout(props: DocsLayoutProps) {
  const { kit, title, page, headings = [], query = "", children } = props;
  const { assets, paths, root, pages } = kit;
  const language = page?.language ?? props.language ?? "en";
  const words = docsWords[language];
  return (
    <Document
      language={language}
      title={`${title} – Vezne`}
      paths={paths}
      style={assets.style("docs")}
      scripts={[assets.script("docs")]}
    >
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <Head kit={kit} language={language} page={page} query={query} />
      <div class="docs">
        <main id="main" tabIndex={-1} data-copied={words.copied}>
          {children}
        </main>
        <PartsBeside headings={headings} language={language} />
        <Contents pages={pages} root={root} language={language} current={page} />
      </div>
      <footer class="docs-foot">
        {page !== undefined && (
          <p>
            <a href={`${root}${page.path}.md`}>{words.asMarkdown}</a>
          </p>
        )}
      </footer>
    </Document>
  );
}

type HeadProps = {
  readonly kit: DocsKit;
  readonly language: Language;
  readonly page: DocPage | undefined;
  readonly query: string;
};

function Head({ kit, language, page, query }: HeadProps) {
  const { paths, root, version, hasDemo } = kit;
  const words = docsWords[language];
  const other = otherLanguage(language);
  return (
    <header class="docs-head">
      <p class="docs-name">
        <a href={paths.docs(language)}>Vezne</a> <small>{version}</small>
      </p>
      <SearchForm root={root} query={query} language={language} />
      <nav class="docs-doors" aria-label={words.doors}>
        <a href={paths.panel()}>Panel</a>
        {hasDemo && <a href={paths.demo(language)}>{words.demo}</a>}
        <a
          class="docs-language"
          href={page?.twin === undefined ? paths.docs(other) : root + page.twin}
          lang={other}
          hreflang={other}
        >
          {words.otherLanguage}
        </a>
      </nav>
      <a class="to-contents" href="#contents">
        {words.contents}
      </a>
    </header>
  );
}

type SearchFormProps = Pick<HeadProps, "language" | "query"> & { readonly root: string };

function SearchForm({ root, query, language }: SearchFormProps) {
  const words = docsWords[language];
  return (
    <search class="search">
      <form action={`${root}/docs/search`} method="get">
        <label class="unseen" for="q">
          {words.searchLabel}
        </label>
        <input
          id="q"
          name="q"
          type="search"
          value={query}
          autocomplete="off"
          placeholder={words.search}
        />
        <input type="hidden" name="lang" value={language} />
        <button type="submit">{words.search}</button>
      </form>
      <p
        id="search-news"
        class="unseen"
        role="status"
        data-found={words.found}
        data-none={words.nothingFound}
      />
      <ul
        id="found"
        hidden
        data-source={`${root}/docs/search.json?lang=${language}`}
        data-root={root}
      />
    </search>
  );
}

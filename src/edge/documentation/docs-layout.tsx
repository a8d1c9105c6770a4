import type { ComponentChildren } from "preact";
import type { Assets } from "../page/assets.ts";
import { Document } from "../page/parts/document.tsx";
import type { Paths } from "../page/paths.ts";
import { SECTIONS, type DocPage } from "./doc-page.ts";
import type { Heading } from "./render-markdown.tsx";

export type DocsKit = {
  readonly assets: Assets;
  readonly paths: Paths;
  /** Path of the public address, the beginning of every path of ours. */
  readonly root: string;
  /** Version of the running program. */
  readonly version: string;
  readonly pages: readonly DocPage[];
  /** True if this installation has the demo shop. */
  readonly hasDemo: boolean;
};

type DocsLayoutProps = {
  readonly kit: DocsKit;
  readonly title: string;
  /** The current page; undefined if the contents do not list it. */
  readonly page?: DocPage;
  readonly headings?: readonly Heading[];
  readonly query?: string;
  readonly children: ComponentChildren;
};

/** The layout of a page: the search above, the contents beside. */
export function DocsLayout(props: DocsLayoutProps) {
  const { kit, title, page, headings = [], query = "", children } = props;
  const { assets, paths, root, version } = kit;
  return (
    <Document
      language={page?.language ?? "en"}
      title={`${title} – Vezne`}
      paths={paths}
      style={assets.style("docs")}
      scripts={[assets.script("docs")]}
    >
      <a class="skip" href="#main">
        Skip to the text
      </a>
      <header class="docs-head" lang="en">
        <p class="docs-name">
          <a href={`${root}/docs`}>Vezne</a> <small>{version}</small>
        </p>
        <SearchForm root={root} query={query} />
        <nav class="docs-doors" aria-label="Other parts of Vezne">
          <a href={paths.panel()}>Panel</a>
          {kit.hasDemo && <a href={paths.demo("en")}>Demo shop</a>}
        </nav>
        <a class="to-contents" href="#contents">
          Contents
        </a>
      </header>
      <div class="docs">
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Contents kit={kit} page={page} headings={headings} />
      </div>
      <footer class="docs-foot" lang="en">
        {page !== undefined && (
          <p>
            <a href={`${root}${page.path}.md`}>This page as Markdown</a>
          </p>
        )}
        <p lang="tr">
          Belgeler İngilizcedir; <a href={`${root}/docs/hizli-baslangic`}>Türkçe başlangıç</a>{" "}
          burada.
        </p>
      </footer>
    </Document>
  );
}

function SearchForm({ root, query }: { readonly root: string; readonly query: string }) {
  return (
    <search class="search">
      <form action={`${root}/docs/search`} method="get">
        <label class="unseen" for="q">
          Search the documentation
        </label>
        <input
          id="q"
          name="q"
          type="search"
          value={query}
          autocomplete="off"
          placeholder="Search"
        />
        <button type="submit">Search</button>
      </form>
      <p id="search-news" class="unseen" role="status" />
      <ul id="found" hidden data-source={`${root}/docs/search.json`} data-root={root} />
    </search>
  );
}

type ContentsProps = {
  readonly kit: DocsKit;
  readonly page: DocPage | undefined;
  readonly headings: readonly Heading[];
};

function Contents({ kit, page, headings }: ContentsProps) {
  const listed = kit.pages.filter(({ isListed }) => isListed);
  return (
    <nav id="contents" class="contents" aria-label="Contents" lang="en" tabIndex={-1}>
      {SECTIONS.map((section) => (
        <>
          <h2>{section}</h2>
          <ul>
            {listed
              .filter((one) => one.section === section)
              .map((one) => (
                <li>
                  <a
                    href={kit.root + one.path}
                    lang={one.language === "en" ? undefined : one.language}
                    aria-current={one.path === page?.path ? "page" : undefined}
                  >
                    {one.title}
                  </a>
                  {one.path === page?.path && <Parts headings={headings} />}
                </li>
              ))}
          </ul>
        </>
      ))}
    </nav>
  );
}

function Parts({ headings }: { readonly headings: readonly Heading[] }) {
  if (headings.length === 0) return null;
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

import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { render } from "preact-render-to-string";
import type { VNode } from "preact";
import { cachedText, type CachedText } from "../http/answer/cached-text.ts";
import type { Language } from "../kernel/language.ts";
import type { Assets } from "../page/assets.ts";
import { textField, textFields } from "../page/fields.ts";
import { parseLanguage } from "../page/language.ts";
import { pageHeaders } from "../page/page-headers.ts";
import { pageRoutes } from "../page/page-routes.ts";
import { createPaths } from "../page/paths.ts";
import { DocsLayout, type DocsKit } from "./docs-layout.tsx";
import { listText, markdownOf, wholeText, writeLibrary, type LibraryFacts } from "./library.ts";
import { postmanCollection } from "./postman.ts";
import { renderPage } from "./render-page.tsx";
import { createSearch, type SearchIndex } from "./search.ts";
import { SearchView } from "./search-view.tsx";

export type DocsDeps = Omit<LibraryFacts, "document"> & {
  readonly assets: Assets;
  readonly version: string;
  readonly hasDemo: boolean;
  /** Returns the OpenAPI document; callable once every route is registered. */
  readonly document: () => LibraryFacts["document"];
};

const MARKDOWN = "text/markdown; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
const PLAIN = "text/plain; charset=utf-8";

/** Serves the documentation; each page is made from the OpenAPI document on its first request. */
export function docsRoutes(deps: DocsDeps): FastifyPluginAsync {
  return async (app) => {
    pageRoutes(
      app,
      () => register(app, deps),
      async (reply) => reply.code(405).send(),
    );
  };
}

type DocsPages = {
  readonly kit: DocsKit;
  readonly byAddress: ReadonlyMap<string, CachedText>;
  readonly search: SearchIndex;
};

function register(app: FastifyInstance, deps: DocsDeps): void {
  const headers = headersOf(deps.publicUrl);
  let opened: DocsPages | undefined;
  const shelf = (): DocsPages => (opened ??= openShelf(deps));
  const show = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const address = request.url.split("?", 1)[0] ?? "";
    const text = shelf().byAddress.get(address);
    reply.headers(headers);
    return text === undefined ? showMissing(shelf().kit, reply) : text.send(request, reply);
  };
  for (const path of ["/docs", "/docs.md", "/docs/*", "/llms.txt", "/llms-full.txt"]) {
    app.get(path, show);
  }
  const docs = createPaths(deps.publicUrl).docs();
  app.get("/docs/", (_, reply) => reply.redirect(docs, 308));
  app.get("/docs/search", (request, reply) => {
    const [query, language] = queryOf(request);
    const { kit, search } = shelf();
    const found = search.find(query, language);
    const page = <SearchView kit={kit} query={query} language={language} found={found} />;
    return reply.headers(headers).send(htmlOf(page));
  });
  app.get("/docs/search.json", (request, reply) =>
    reply
      .headers({ ...headers, "Content-Type": "application/json" })
      .send(JSON.stringify(shelf().search.find(...queryOf(request)))),
  );
}

function queryOf({ query }: FastifyRequest): [query: string, language: Language] {
  const fields = textFields(query);
  return [textField(fields, "q").trim(), parseLanguage(textField(fields, "lang")) ?? "en"];
}

function openShelf(deps: DocsDeps): DocsPages {
  const { publicUrl, assets, version, hasDemo } = deps;
  const document = deps.document();
  const pages = writeLibrary({ ...deps, document });
  const paths = createPaths(publicUrl);
  const kit = { assets, paths, root: paths.root, version, pages, hasDemo };
  const byAddress = new Map<string, CachedText>([
    ["/llms.txt", cachedText(PLAIN, () => listText(pages, publicUrl))],
    ["/llms-full.txt", cachedText(PLAIN, () => wholeText(pages, publicUrl))],
    ["/docs/postman.json", cachedText(JSON_TYPE, () => postmanCollection(document, publicUrl))],
  ]);
  for (const page of pages) {
    byAddress.set(
      page.path,
      cachedText("text/html; charset=utf-8", () => htmlOf(renderPage(kit, page))),
    );
    byAddress.set(
      `${page.path}.md`,
      cachedText(MARKDOWN, () => markdownOf(page, publicUrl)),
    );
  }
  // Made at the first search, so that the first page does not wait for it.
  let index: SearchIndex | undefined;
  const search: SearchIndex = {
    find: (...asked) => (index ??= createSearch(pages)).find(...asked),
  };
  return { kit, byAddress, search };
}

async function showMissing(kit: DocsKit, reply: FastifyReply): Promise<FastifyReply> {
  const page = (
    <DocsLayout kit={kit} title="No such page">
      <h1>No such page</h1>
      <p>
        There is nothing at this address. Search above, or look among{" "}
        <a href={`${kit.root}/docs/operations`}>all operations</a> and{" "}
        <a href={`${kit.root}/docs/errors`}>all errors</a>.
      </p>
    </DocsLayout>
  );
  return reply.code(404).send(htmlOf(page));
}

function htmlOf(page: VNode): string {
  return `<!doctype html>${render(page)}`;
}

/** The headers of every page, except that browsers may cache the text and revalidate it. */
function headersOf(publicUrl: string): Record<string, string> {
  const { "X-Robots-Tag": _, ...headers } = pageHeaders({ publicUrl, formAction: ["'self'"] });
  return { ...headers, "Cache-Control": "no-cache" };
}

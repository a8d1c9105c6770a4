import { splitLong } from "./chapters.ts";
import { firstTabs } from "./code-tabs.ts";
import { readOperations, type ApiOperation } from "./api-operations.ts";
import type { DocPage } from "./doc-page.ts";
import { errorPages } from "./error-pages.ts";
import { guidePages, type GuideFacts } from "./guides.ts";
import { sections } from "./markdown.ts";
import { operationPages, operationPath, type ApiFacts } from "./operation-page.ts";

/** The facts from which all pages are made. */
export type LibraryFacts = ApiFacts & Omit<GuideFacts, "operations">;

/**
 * Every page of the documentation, in the order of the contents.
 * The reasons are in docs/decisions/documentation.md.
 */
export function writeLibrary(facts: LibraryFacts): readonly DocPage[] {
  const operations = readOperations(facts.document);
  return [
    ...guidePages({ ...facts, operations }).flatMap(splitLong),
    operationsPage(operations),
    ...operations.flatMap((operation) => operationPages(facts, operation)),
    ...errorPages({ ...facts, operations }),
  ];
}

function operationsPage(operations: readonly ApiOperation[]): DocPage {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const listOf = (tag: string): string =>
    operations
      .filter((operation) => operation.tag === tag)
      .map((operation) => {
        const paths = operation.spellings.map((path) => `\`${operation.method} ${path}\``);
        return `- [${operation.summary}](${operationPath(operation)}): ${paths.join(" or ")}`;
      })
      .join("\n");
  return {
    path: "/docs/operations",
    title: "All operations",
    summary: "Every operation by its method and path.",
    section: "Operations",
    language: "en",
    isListed: true,
    markdown: () =>
      sections("# All operations", ...tags.flatMap((tag) => [`## ${tag}`, listOf(tag)])),
  };
}

/**
 * A page as Markdown for programs: its links lead to Markdown pages as well, and of the samples in
 * several languages it has the first.
 */
export function markdownOf(page: DocPage, publicUrl: string): string {
  return firstTabs(page.markdown()).replace(
    /\]\((\/[^()#\s]*)(#[^()\s]*)?\)/g,
    (_, path: string, part = "") => {
      const isPage = path.startsWith("/docs") && !/\.\w+$/.test(path);
      return `](${publicUrl}${path}${isPage ? ".md" : ""}${part})`;
    },
  );
}

/** The list of all pages (llmstxt.org). */
export function listText(all: readonly DocPage[], publicUrl: string): string {
  const pages = all.filter(isWhole);
  const lines = (list: readonly DocPage[]): string =>
    list
      .map(({ title, path, summary }) => `- [${title}](${publicUrl}${path}.md): ${summary}`)
      .join("\n");
  const names = [...new Set(pages.map(({ section }) => section))];
  return sections(
    "# Vezne",
    "> A self-hosted checkout and payment service: sessions, cards with 3-D Secure and installments, bank " +
      "transfers, wallets, shopping credit, refunds, reports, webhooks, and a test bank.",
    `The whole interface as OpenAPI 3.1: ${publicUrl}/openapi.json. All pages as one text: ${publicUrl}/llms-full.txt.`,
    ...names.flatMap((name) => [
      `## ${name}`,
      lines(pages.filter(({ section }) => section === name)),
    ]),
  );
}

/** All pages as one text. */
export function wholeText(pages: readonly DocPage[], publicUrl: string): string {
  const whole = pages.filter(isWhole);
  return whole.map((page) => markdownOf(page, publicUrl)).join("\n---\n\n");
}

/** Chapters are parts of another page's Markdown. */
function isWhole({ chapterOf }: DocPage): boolean {
  return chapterOf === undefined;
}

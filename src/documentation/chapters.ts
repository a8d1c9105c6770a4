import type { DocPage } from "./doc-page.ts";
import { sections, slugOf } from "./markdown.ts";

/** The number of words above which a page is split. */
const LONG = 1_500;

/**
 * Moves the longest parts of a long page to pages of their own, until the rest is short. Their
 * headings stay where they were and become links, so that old addresses lead on. The Markdown of
 * the page stays whole.
 */
export function splitLong(page: DocPage): readonly DocPage[] {
  const [intro = "", ...parts] = page.markdown().split(/^(?=## )/m);
  const moved = longest(parts, wordsOf(intro));
  if (moved.length === 0) return [page];
  const addresses = new Map(moved.flatMap((part) => addressesOf(page, part)));
  const shown = (): string =>
    sections(
      ...[intro, ...parts].map((part) =>
        moved.includes(part) ? headingsOf(part, addresses) : linked(part.trim(), addresses),
      ),
    );
  return [{ ...page, shown }, ...moved.map((part) => chapterOf(page, part, addresses))];
}

/** The parts to move: the longest first, until the rest of the page is short. */
function longest(parts: readonly string[], introWords: number): readonly string[] {
  const sorted = parts.toSorted((left, right) => wordsOf(right) - wordsOf(left));
  let rest = parts.reduce((sum, part) => sum + wordsOf(part), introWords);
  return sorted.filter((part) => {
    if (rest <= LONG) return false;
    rest -= wordsOf(part);
    return true;
  });
}

function wordsOf(text: string): number {
  return text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
}

type Addresses = ReadonlyMap<string, string>;

/** The address of each heading of a part by its anchor. */
function addressesOf({ path }: DocPage, part: string): readonly (readonly [string, string])[] {
  const [first = "", ...others] = headingTexts(part).map(([, title]) => slugOf(title));
  const chapter = `${path}/${first}`;
  return [[first, chapter], ...others.map((slug) => [slug, `${chapter}#${slug}`] as const)];
}

function headingTexts(part: string): readonly (readonly [mark: string, title: string])[] {
  const headings = part.matchAll(/^(###?) (.*)$/gm);
  return [...headings].map(([, mark = "", title = ""]) => [mark, title]);
}

function headingsOf(part: string, addresses: Addresses): string {
  const headings = headingTexts(part).map(
    ([mark, title]) => `${mark} [${title}](${addresses.get(slugOf(title)) ?? ""})`,
  );
  return headings.join("\n\n");
}

/** A text whose links to anchors lead to the page that has the anchor now. */
function linked(text: string, addresses: Addresses, home = ""): string {
  return text.replace(/\]\(#([^()]*)\)/g, (_, slug: string) => {
    return `](${addresses.get(slug) ?? `${home}#${slug}`})`;
  });
}

function chapterOf(page: DocPage, part: string, addresses: Addresses): DocPage {
  const [[, title] = ["", ""]] = headingTexts(part);
  // The headings move up one level, because the chapter's own is the title of its page.
  const body = part.replace(/^## .*\n/, "").replace(/^### /gm, "## ");
  return {
    ...page,
    path: `${page.path}/${slugOf(title)}`,
    title,
    summary: `${page.title}: ${title}`,
    isListed: false,
    chapterOf: page.path,
    markdown: () =>
      sections(
        `# ${title}`,
        `[${page.title}](${page.path})`,
        linked(body.trim(), addresses, page.path),
      ),
  };
}

import type { Mode } from "../../domain/merchant/merchant.ts";
import { compareHeaders, splitAncestors } from "./compare-headers.ts";
import type { Difference } from "./difference.ts";
import {
  expectationOf,
  integrityOf,
  WATCHED_PAGES,
  type Expectation,
  type PageExpectation,
  type ReleaseParts,
  type WatchedPage,
} from "./expectation.ts";
import { observePage, type NamedFile, type ObservedPage } from "./observe-page.ts";

/** A decompressed answer. */
export type ReceivedAnswer = {
  readonly status: number;
  /** Header values by lower-case name; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export type WatchDeps = {
  readonly release: ReleaseParts;
  readonly receive: (url: string) => Promise<ReceivedAnswer>;
};

export type Watch = {
  /** The service's public address, without a slash at its end. */
  readonly base: string;
  readonly mode: Mode;
  readonly sessionId: string;
  /** Replaces the expectation of the installed release. */
  readonly expectation: Expectation | undefined;
};

export type WatchReport = {
  readonly expectation: Expectation;
  readonly differences: readonly Difference[];
};

type Page = {
  readonly received: ReceivedAnswer;
  readonly observed: ObservedPage;
};
type Pages = Readonly<Record<WatchedPage, Page>>;

/**
 * Fetches the payment pages and all files that they load, and compares them with the expectation.
 * The reasons are in docs/decisions/page-integrity.md.
 */
export async function watchPages(deps: WatchDeps, watch: Watch): Promise<WatchReport> {
  const pages = await receivePages(deps, watch);
  const observed = { hosted: pages.hosted.observed, frame: pages.frame.observed };
  const released = watch.expectation ?? (await expectationOf(deps.release, { ...watch, observed }));
  const found = WATCHED_PAGES.map((name) => comparePage(name, pages[name], released));
  const files = await compareFiles(deps, watch, released);
  return {
    expectation: withSites(released, pages),
    differences: [...found.flat(), ...files],
  };
}

async function receivePages(deps: WatchDeps, { base, sessionId }: Watch): Promise<Pages> {
  const receive = async (path: string): Promise<Page> => {
    const received = await deps.receive(`${base}/${path}`);
    return { received, observed: observePage(received.body.toString("utf8"), base) };
  };
  const { origin } = new URL(base);
  const query = `session=${sessionId}`;
  return {
    hosted: await receive(`checkout?${query}`),
    frame: await receive(
      `checkout/frame?${query}&origin=${encodeURIComponent(origin)}&frame=${"0".repeat(16)}`,
    ),
  };
}

function comparePage(
  name: WatchedPage,
  { received, observed }: Page,
  { pages, files }: Expectation,
): readonly Difference[] {
  const expected = pages[name];
  const status: readonly Difference[] =
    received.status === 200
      ? []
      : [{ kind: "page", where: "status", expected: "200", found: String(received.status) }];
  const named = (list: readonly string[]): readonly NamedFile[] =>
    list.map((file) => ({ file, integrity: files[file] ?? "" }));
  const whatIsNamed = (): readonly Difference[] => [
    ...listDifferences("script", named(expected.scripts), observed.scripts),
    ...listDifferences("style", named(expected.styles), observed.styles),
    ...siteDifferences("links", expected.links, observed.links),
  ];
  return [
    ...status,
    ...headerDifferences(name, expected, received.headers),
    ...observed.foreign,
    ...(observed.isWhole ? whatIsNamed() : []),
  ].map((difference) => ({ ...difference, where: `${name} page, ${difference.where}` }));
}

function headerDifferences(
  name: WatchedPage,
  expected: PageExpectation,
  found: ReceivedAnswer["headers"],
): readonly Difference[] {
  // No site may frame the hosted page; the merchant's allowed sites may frame the other one.
  if (name === "hosted") return compareHeaders(expected.headers, found);
  const [wanted, sent] = [splitAncestors(expected.headers), splitAncestors(found)];
  return [
    ...compareHeaders(wanted.headers, sent.headers),
    ...siteDifferences("frame-ancestors", expected.framedBy, sent.framedBy),
  ];
}

function listDifferences(
  kind: "script" | "style",
  expected: readonly NamedFile[],
  found: readonly NamedFile[],
): readonly Difference[] {
  const missing = expected.filter(({ file }) => found.every((one) => one.file !== file));
  const added = found.filter(({ file }) => expected.every((one) => one.file !== file));
  const changed = found.flatMap(({ file, integrity }) => {
    const known = expected.find((one) => one.file === file);
    return known === undefined || known.integrity === integrity ? [] : [{ known, integrity }];
  });
  const repeated = found.filter(({ file }, at) => found.findIndex((one) => one.file === file) < at);
  return [
    ...missing.map(({ file }) => ({ kind, where: file, expected: "named", found: "missing" })),
    ...[...added, ...repeated].map(({ file }) => ({
      kind,
      where: file,
      expected: "not named",
      found: "named",
    })),
    ...changed.map(({ known, integrity }) => ({
      kind,
      where: `integrity of ${known.file}`,
      expected: known.integrity,
      found: integrity,
    })),
  ];
}

function siteDifferences(
  where: string,
  expected: readonly string[] | undefined,
  found: readonly string[],
): readonly Difference[] {
  if (expected === undefined) return [];
  const [wanted, sent] = [listText(expected), listText(found)];
  return wanted === sent ? [] : [{ kind: "page", where, expected: wanted, found: sent }];
}

function listText(sites: readonly string[]): string {
  return [...new Set(sites)].toSorted().join(" ");
}

/** Compares the content of all scripts and styles, also of those that these pages do not name. */
async function compareFiles(
  deps: WatchDeps,
  { base }: Watch,
  { files }: Expectation,
): Promise<readonly Difference[]> {
  const compare = async (path: string, integrity: string, kind: Difference["kind"]) => {
    const { status, body } = await deps.receive(`${base}/${path}`);
    const found = status === 200 ? integrityOf(body) : `status ${status}`;
    return found === integrity ? [] : [{ kind, where: path, expected: integrity, found }];
  };
  const found: Difference[] = [];
  for (const [file, integrity] of Object.entries(files)) {
    found.push(...(await compare(file, integrity, file.endsWith(".css") ? "style" : "script")));
    if (file.startsWith("assets/widget-")) {
      found.push(...(await compare("widget.js", integrity, "widget")));
    }
  }
  return found;
}

/** Adds the linked and framing sites of the pages, for a saved expectation. */
function withSites(released: Expectation, { hosted, frame }: Pages): Expectation {
  const { framedBy } = splitAncestors(frame.received.headers);
  const { pages } = released;
  return {
    ...released,
    pages: {
      hosted: { ...pages.hosted, links: hosted.observed.links },
      frame: { ...pages.frame, links: frame.observed.links, framedBy },
    },
  };
}

import { createHash } from "node:crypto";
import type { Mode } from "../../domain/merchant/merchant.ts";
import type { AssetLink, Assets } from "../../page/assets.ts";
import type { BrandStyles } from "../../page/brand/brand-styles.ts";
import { pageHeaders } from "../../page/page-headers.ts";
import { PAYMENT_SCRIPTS } from "../../page/script-inventory.ts";
import type { ObservedPage } from "./observe-page.ts";

/** The pages that are fetched: the hosted page, and the page for a frame in a merchant's page. */
export const WATCHED_PAGES = ["hosted", "frame"] as const;
export type WatchedPage = (typeof WATCHED_PAGES)[number];

export type PageExpectation = {
  readonly headers: Readonly<Record<string, string>>;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Present only in a saved expectation, because a release does not know a merchant's sites. */
  readonly links?: readonly string[];
  readonly framedBy?: readonly string[];
};

/** The pages and files that a browser must receive. */
export type Expectation = {
  readonly release: string;
  readonly pages: Readonly<Record<WatchedPage, PageExpectation>>;
  /** All scripts and styles of payment pages with their hashes, in the form of `integrity`. */
  readonly files: Readonly<Record<string, string>>;
};

export type ReleaseParts = {
  readonly assets: Assets;
  readonly brandStyles: BrandStyles;
  readonly version: string;
};

type ExpectationQuery = {
  readonly base: string;
  readonly mode: Mode;
  /** The fetched pages; the name of a merchant's style file contains the merchant's colours. */
  readonly observed: Readonly<Record<WatchedPage, ObservedPage>>;
};

/** Computes the expectation from the files of the installed release, without a request. */
export async function expectationOf(
  parts: ReleaseParts,
  wish: ExpectationQuery,
): Promise<Expectation> {
  const { assets } = parts;
  const entry = wish.mode === "test" ? "sandbox" : "checkout";
  const style = await styleOf(parts, assets.style(entry), wish.observed.hosted);
  const [own, frame] = [assets.script(entry), assets.script("frame")];
  const files = [...paymentFiles(assets), style];
  return {
    release: parts.version,
    pages: {
      hosted: {
        headers: headersOf(wish.base, undefined),
        scripts: [own.file],
        styles: [style.file],
      },
      frame: {
        headers: headersOf(wish.base, []),
        scripts: [own.file, frame.file],
        styles: [style.file],
      },
    },
    files: Object.fromEntries(files.map(({ file, integrity }) => [file, integrity])),
  };
}

function headersOf(publicUrl: string, ancestors: readonly string[] | undefined) {
  return pageHeaders({ publicUrl, formAction: ["'self'"], ancestors });
}

/** Returns the files of live and test pages; all are checked, for a page of either mode. */
function paymentFiles(assets: Assets): readonly AssetLink[] {
  return [
    ...PAYMENT_SCRIPTS.map(({ name }) => assets.script(name)),
    assets.style("checkout"),
    assets.style("sandbox"),
  ];
}

const BRAND_STYLE = /^brand\/style\/([^/]+)\/([^/]+)$/;

/** Returns the plain style, or the style in the colours that the page names. */
async function styleOf(
  { brandStyles }: ReleaseParts,
  plain: AssetLink,
  { styles }: ObservedPage,
): Promise<AssetLink> {
  const [named] = styles;
  const [, colours = "", name = ""] = BRAND_STYLE.exec(named?.file ?? "") ?? [];
  const isSame = plain.file.endsWith(`/${name}`);
  const found = isSame ? await brandStyles.find(colours, name) : undefined;
  if (named === undefined || found === undefined) return plain;
  return { file: named.file, integrity: integrityOf(found.content.identity) };
}

/** Returns a hash in the form of the attribute `integrity`. */
export function integrityOf(content: Uint8Array): string {
  return `sha384-${createHash("sha384").update(content).digest("base64")}`;
}

import { createHash } from "node:crypto";
import type { Mode } from "../../merchant/merchant.ts";
import type { AssetLink, Assets } from "../page/assets.ts";
import type { BrandStyles } from "../page/brand/brand-styles.ts";
import { pageHeaders } from "../page/page-headers.ts";
import { PAYMENT_SCRIPTS } from "../page/script-inventory.ts";
import type { ObservedPage } from "./observe-page.ts";

/** The pages that are fetched: the hosted one, and the one inside a merchant's page. */
export const WATCHED_PAGES = ["hosted", "frame"] as const;
export type WatchedPage = (typeof WATCHED_PAGES)[number];

export type PageExpectation = {
  readonly headers: Readonly<Record<string, string>>;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Compared where they were written down; a release does not know a merchant's sites. */
  readonly links?: readonly string[];
  readonly framedBy?: readonly string[];
};

/** What a browser has to receive. */
export type Expectation = {
  readonly release: string;
  readonly pages: Readonly<Record<WatchedPage, PageExpectation>>;
  /** Every script and style of payment pages with its hash, as browsers check it. */
  readonly files: Readonly<Record<string, string>>;
};

export type ReleaseParts = {
  readonly assets: Assets;
  readonly brandStyles: BrandStyles;
  readonly version: string;
};

type Wish = {
  readonly base: string;
  readonly mode: Mode;
  /** A merchant's colours come in a style of their own, whose name tells which they are. */
  readonly observed: Readonly<Record<WatchedPage, ObservedPage>>;
};

/** What the release that is installed here sends, made from its own files and nothing fetched. */
export async function expectationOf(parts: ReleaseParts, wish: Wish): Promise<Expectation> {
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

/** Of live and test pages alike: whichever page is fetched, the files of all are looked at. */
function paymentFiles(assets: Assets): readonly AssetLink[] {
  return [
    ...PAYMENT_SCRIPTS.map(({ name }) => assets.script(name)),
    assets.style("checkout"),
    assets.style("sandbox"),
  ];
}

const BRAND_STYLE = /^brand\/style\/([^/]+)\/([^/]+)$/;

/** The plain style, or the same in the colours that the page names. */
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

/** A hash as the `integrity` of an element names it. */
export function integrityOf(content: Uint8Array): string {
  return `sha384-${createHash("sha384").update(content).digest("base64")}`;
}

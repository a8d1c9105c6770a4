import { join } from "node:path";
import { loadAssets, type Assets } from "../../page/assets.ts";
import { createBrandStyles } from "../../page/brand/brand-styles.ts";
import { receive } from "../../checkout/page-watch/receive.ts";
import type { WatchDeps } from "../../checkout/page-watch/watch-pages.ts";
import { version } from "../../system/version.ts";
import { packageRoot } from "../../system/package-root.ts";

// The path is right from `src` and, once compiled, from `dist`.
const BUILT = join(packageRoot, "dist/web");

/** Reads the browser code of this release. */
export function loadBuiltAssets(): Promise<Assets> {
  return loadAssets(BUILT);
}

/** The files of this release, with which the payment pages are compared. */
export async function openPageWatch(): Promise<WatchDeps> {
  const assets = await loadBuiltAssets();
  return { release: { assets, brandStyles: createBrandStyles(assets), version }, receive };
}

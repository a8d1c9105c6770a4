import { join } from "node:path";
import { loadAssets, type Assets } from "../../edge/page/assets.ts";
import { createBrandStyles } from "../../edge/page/brand/brand-styles.ts";
import { receive } from "../../edge/page-watch/receive.ts";
import type { WatchDeps } from "../../edge/page-watch/watch-pages.ts";
import { version } from "../../edge/system/version.ts";
import { packageRoot } from "../../edge/system/package-root.ts";

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

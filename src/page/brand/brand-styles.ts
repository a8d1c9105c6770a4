import { createHash } from "node:crypto";
import { basename } from "node:path";
import { checkAccent, shadesOf, type Accent, type Scheme } from "../../domain/merchant/accent.ts";
import { parseColour } from "../../domain/merchant/colour.ts";
import { describeAsset, type AssetFile, type AssetLink, type Assets } from "../assets.ts";

/**
 * The payment pages' style sheets in merchants' colours. Each replaces the plain style sheet, so a
 * page needs neither another request nor an inline style.
 */
export type BrandStyles = {
  /** `entry` names the plain style sheet. */
  link(entry: Entry, accent: Accent): AssetLink;
  /** Returns the file at an address that `link` made in this or another process, or undefined. */
  find(colours: string, file: string): Promise<AssetFile | undefined>;
};

type Entry = "checkout" | "sandbox";

const COLOURS = /^([0-9a-f]{6})-([0-9a-f]{6})$/;
/** Most files kept in memory; the limit is needed because a client can request any colour. */
const KEPT = 200;

export function createBrandStyles(assets: Assets): BrandStyles {
  const bases = new Map<string, Buffer>();
  const nameOf = (entry: Entry): string => basename(assets.style(entry).file);
  for (const name of [nameOf("checkout"), nameOf("sandbox")]) {
    const base = assets.files.get(name)?.content.identity;
    if (base !== undefined) bases.set(name, base);
  }
  const links = new Map<string, AssetLink>();
  const files = new Map<string, AssetFile>();
  const write = (name: string, accent: Accent): Buffer =>
    Buffer.concat([bases.get(name) ?? Buffer.alloc(0), Buffer.from(rulesOf(accent))]);
  return {
    link(entry, accent) {
      const name = nameOf(entry);
      const key = `${coloursOf(accent)}/${name}`;
      return remember(links, key, () => ({
        file: `brand/style/${key}`,
        integrity: `sha384-${createHash("sha384").update(write(name, accent)).digest("base64")}`,
      }));
    },
    async find(colours, name) {
      const accent = bases.has(name) ? readColours(colours) : undefined;
      if (accent === undefined) return undefined;
      const key = `${colours}/${name}`;
      // Only finished files are kept, so a failure affects one request.
      const file = files.get(key) ?? (await describeAsset(name, write(name, accent)));
      return remember(files, key, () => file);
    },
  };
}

function coloursOf({ light, dark }: Accent): string {
  return `${light.slice(1)}-${dark.slice(1)}`;
}

/** Returns colours that the brand settings accept, or undefined. */
function readColours(text: string): Accent | undefined {
  const [, light = "", dark = ""] = COLOURS.exec(text) ?? [];
  const accent = { light: `#${light}`, dark: `#${dark}` };
  return isReadable(accent, "light") && isReadable(accent, "dark") ? accent : undefined;
}

function isReadable(accent: Accent, scheme: Scheme): boolean {
  const colour = parseColour(accent[scheme]);
  return colour !== undefined && checkAccent(colour, scheme) === undefined;
}

function rulesOf(accent: Accent): string {
  const rules = (scheme: Scheme): string => {
    const { accent: own, onAccent, soft } = shadesOf(accent, scheme);
    return `:root{--accent:${own};--on-accent:${onAccent};--accent-soft:${soft}}`;
  };
  return `${rules("light")}@media (prefers-color-scheme:dark){${rules("dark")}}`;
}

function remember<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= KEPT) known.clear();
  const value = make();
  known.set(key, value);
  return value;
}

import type { MerchantId } from "../../kernel/ids.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { checkAccent, nearestAccent, type Accent } from "./accent.ts";
import {
  checkBrandText,
  readWebAddress,
  type Brand,
  type BrandAddress,
  type BrandProblem,
  type BrandText,
} from "./brand.ts";
import { formatColour, parseColour } from "./colour.ts";
import { readLogo, type Logo } from "./logo.ts";
import type { BrandStore, MerchantStore } from "./ports.ts";

export type SetBrandDeps = {
  readonly merchants: Pick<MerchantStore, "find">;
  readonly brands: BrandStore;
};

/** Absent fields stay as they are; `null` removes a value. */
export type SetBrandCommand = {
  readonly merchantId: MerchantId;
  /** 1 to 80 characters. */
  readonly displayName?: string | null;
  /** `#rrggbb`; needs a contrast of 4.5:1 on the light pages. */
  readonly accent?: string | null;
  /**
   * `#rrggbb`; needs a contrast of 4.5:1 on the dark pages. If absent although `accent` is given,
   * the colour nearest to `accent` with that contrast is used.
   */
  readonly accentDark?: string | null;
  /** An http or https address. */
  readonly termsUrl?: string | null;
  /** An http or https address. */
  readonly privacyUrl?: string | null;
  /** 1 to 200 characters. */
  readonly contact?: string | null;
  /** A PNG, JPEG or WebP file of 256 KiB at most. */
  readonly logo?: Uint8Array | null;
};

/**
 * Changes a merchant's brand: all given fields or none. A refusal names every invalid field and,
 * for a colour, the nearest valid one.
 */
export async function setBrand(
  deps: SetBrandDeps,
  command: SetBrandCommand,
): Promise<Result<Brand, "merchant_not_found" | readonly BrandProblem[]>> {
  const { merchantId } = command;
  if ((await deps.merchants.find(merchantId)) === undefined) return refused("merchant_not_found");
  const before = await deps.brands.load(merchantId);
  const problems: BrandProblem[] = [];
  const take = <Value>(read: FieldResult<Value>): Value | undefined => {
    if (!("problems" in read)) return read.value;
    problems.push(...read.problems);
    return undefined;
  };
  const displayName = take(readText("displayName", command, before));
  const accent = take(readAccent(command, before));
  const termsUrl = take(readAddress("termsUrl", command, before));
  const privacyUrl = take(readAddress("privacyUrl", command, before));
  const contact = take(readText("contact", command, before));
  const logo = take(readPicture(command));
  if (problems.length > 0) return refused(problems);
  const brand = { displayName, accent, termsUrl, privacyUrl, contact };
  await deps.brands.save(merchantId, brand, command.logo === null ? null : logo);
  return ok(await deps.brands.load(merchantId));
}

type FieldResult<Value> =
  | { readonly value: Value | undefined }
  | { readonly problems: readonly BrandProblem[] };

function readText(field: BrandText, command: SetBrandCommand, before: Brand): FieldResult<string> {
  const given = command[field];
  if (given === undefined) return { value: before[field] };
  if (given === null) return { value: undefined };
  const text = given.trim();
  const problem = checkBrandText(field, text);
  return problem === undefined ? { value: text } : { problems: [problem] };
}

function readAddress(
  field: BrandAddress,
  command: SetBrandCommand,
  before: Brand,
): FieldResult<string> {
  const given = command[field];
  if (given === undefined) return { value: before[field] };
  if (given === null) return { value: undefined };
  const value = readWebAddress(given.trim());
  return value === undefined ? { problems: [{ field, problem: "not_a_web_address" }] } : { value };
}

/**
 * Reads the accent of both schemes. If the dark accent is absent or `null`, it is derived from the
 * light one.
 */
function readAccent({ accent, accentDark }: SetBrandCommand, before: Brand): FieldResult<Accent> {
  if (accent === undefined && accentDark === undefined) return { value: before.accent };
  const text = accent === undefined ? before.accent?.light : accent;
  if (text === undefined || text === null) {
    if (accentDark === undefined || accentDark === null) return { value: undefined };
    return { problems: [{ field: "accentDark", problem: "without_accent" }] };
  }
  const light = parseColour(text);
  if (light === undefined) return { problems: [{ field: "accent", problem: "not_a_colour" }] };
  const problems: BrandProblem[] = [];
  const low = checkAccent(light, "light");
  if (low !== undefined) problems.push({ field: "accent", ...low });
  const dark = readDark(accentDark ?? nearestAccent(light, "dark"), problems);
  return problems.length > 0 ? { problems } : { value: { light: formatColour(light), dark } };
}

function readDark(text: string, problems: BrandProblem[]): string {
  const dark = parseColour(text);
  const low = dark === undefined ? undefined : checkAccent(dark, "dark");
  if (dark === undefined) problems.push({ field: "accentDark", problem: "not_a_colour" });
  else if (low !== undefined) problems.push({ field: "accentDark", ...low });
  return dark === undefined ? "" : formatColour(dark);
}

function readPicture({ logo }: SetBrandCommand): FieldResult<Logo> {
  if (logo === undefined || logo === null) return { value: undefined };
  const read = readLogo(logo);
  if (read.ok) return { value: read.value };
  return { problems: [{ field: "logo", problem: read.refusal }] };
}

import { formatColour, parseColour } from "../../domain/merchant/colour.ts";
import { SURFACES, type Accent, type Scheme } from "../../domain/merchant/accent.ts";

/** The accent of pages without a brand, as in `web/shared/base.css`. */
const PLAIN_ACCENT: Accent = { light: "#0b5d4e", dark: "#6dd2b7" };

/** The names of a scheme's fields in the form of the brand. */
export const COLOUR_FIELDS = { light: "accent", dark: "accent_dark" } as const;

export const pickerOf = (name: string): string => `${name}_picked`;
export const shownOf = (name: string): string => `${name}_shown`;

/**
 * The colour that a form chooses by its text or by its picker, or `undefined` if the form has no
 * such field. A picker can't be empty, so it counts only if it was moved away from the colour that
 * it had shown; a text that was changed as well counts before it.
 */
export function readColourField(
  fields: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  const typed = fields[name]?.trim();
  const picked = fields[pickerOf(name)] ?? "";
  const shown = fields[shownOf(name)] ?? "";
  const isPicked = picked !== shown && parseColour(picked) !== undefined;
  const isTyped = typed !== undefined && typed !== "" && hexOf(typed) !== shown;
  return isPicked && !isTyped ? picked : typed;
}

function hexOf(text: string): string | undefined {
  const colour = parseColour(text);
  return colour === undefined ? undefined : formatColour(colour);
}

/** The colour that the picker shows: the chosen one, else the one in force. */
export function pickerColour(
  chosen: string | undefined,
  inForce: Accent | undefined,
  scheme: Scheme,
): string {
  return hexOf(chosen ?? "") ?? (inForce ?? PLAIN_ACCENT)[scheme];
}

/** The colours of texts and lines of a scheme, as in `web/shared/base.css`. */
const INKS = {
  light: { strong: "#13201c", weak: "#51605a", line: "#7d8b85" },
  dark: { strong: "#e9f0ed", weak: "#a7b5af", line: "#74857e" },
} as const;

export type PreviewColours = Readonly<
  Record<"page" | "paper" | "text" | "strong" | "weak" | "line", string>
>;

/** The colours of a scheme's preview: grounds, texts, and `text`, which stands on an accent. */
export function previewColours(scheme: Scheme): PreviewColours {
  const [near, far] = SURFACES[scheme];
  const [page, paper] = scheme === "light" ? [near, far] : [far, near];
  return { page, paper, text: far, ...INKS[scheme] };
}

import {
  brightenTo,
  contrastOf,
  dimTo,
  formatColour,
  luminanceOf,
  mix,
  parseColour,
  type Colour,
} from "./colour.ts";

export type Scheme = "light" | "dark";

/** A merchant's colour of buttons, links and marks, as `#rrggbb`, one for each colour scheme. */
export type Accent = Readonly<Record<Scheme, string>>;

/** The least contrast of text that WCAG 2.2 requires at level AA (1.4.3). */
export const LEAST_CONTRAST = 4.5;

/**
 * The two surfaces of each scheme on which an accent is drawn, as in `web/shared/base.css`. The
 * first one, `near`, has the lower contrast with accents.
 */
export const SURFACES: Readonly<Record<Scheme, readonly [near: string, far: string]>> = {
  light: ["#eef2f0", "#ffffff"],
  dark: ["#141d1a", "#0b1210"],
};

/** The largest share of the accent in the mix that makes its pale background, from 0 to 1. */
const SOFT_SHARE = 0.12;
const SOFT_STEP = 0.01;

export type AccentProblem = {
  readonly problem: "low_contrast";
  /** Contrast with the scheme's `near` surface, rounded down to two decimals. */
  readonly contrast: number;
  /** The nearest colour with enough contrast, as `#rrggbb`. */
  readonly nearest: string;
};

/**
 * Returns the problem of a colour in a scheme, or `undefined` if its contrast is enough on every
 * surface.
 */
export function checkAccent(colour: Colour, scheme: Scheme): AccentProblem | undefined {
  const contrast = contrastOf(colour, nearSurface(scheme));
  if (contrast >= LEAST_CONTRAST) return undefined;
  return {
    problem: "low_contrast",
    contrast: Math.floor(contrast * 100) / 100,
    nearest: nearestAccent(colour, scheme),
  };
}

/**
 * Returns the colour itself if its contrast is enough, else the nearest colour of its hue with
 * enough contrast.
 */
export function nearestAccent(colour: Colour, scheme: Scheme): string {
  const surface = nearSurface(scheme);
  if (contrastOf(colour, surface) >= LEAST_CONTRAST) return formatColour(colour);
  const ground = luminanceOf(surface) + 0.05;
  // The channels are rounded to eight bits: down on a light surface and up on a dark one, so that
  // rounding never reduces the contrast.
  return scheme === "light"
    ? formatColour(dimTo(colour, ground / LEAST_CONTRAST - 0.05), Math.floor)
    : formatColour(brightenTo(colour, ground * LEAST_CONTRAST - 0.05), Math.ceil);
}

export type AccentShades = {
  readonly accent: string;
  /** Colour of text on the accent. */
  readonly onAccent: string;
  /** A pale background on which the accent is readable. */
  readonly soft: string;
};

/** Derives the colours that go with an accent of enough contrast. */
export function shadesOf(accent: Accent, scheme: Scheme): AccentShades {
  const colour = colourOf(accent[scheme]);
  const paper = colourOf(scheme === "light" ? SURFACES.light[1] : SURFACES.dark[0]);
  let share = SOFT_SHARE;
  while (share > 0 && contrastOf(colour, rounded(mix(paper, colour, share))) < LEAST_CONTRAST) {
    share -= SOFT_STEP;
  }
  return {
    accent: accent[scheme],
    onAccent: SURFACES[scheme][1],
    soft: formatColour(mix(paper, colour, Math.max(share, 0))),
  };
}

function nearSurface(scheme: Scheme): Colour {
  return colourOf(SURFACES[scheme][0]);
}

function rounded(colour: Colour): Colour {
  return colourOf(formatColour(colour));
}

function colourOf(text: string): Colour {
  const colour = parseColour(text);
  if (colour === undefined) throw new Error(`${text} is not a colour`);
  return colour;
}

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

/** A merchant's colour of buttons, links and marks, as `#rrggbb`, for each scheme. */
export type Accent = Readonly<Record<Scheme, string>>;

/** Least contrast of text, as WCAG 2.2 asks at level AA (1.4.3). */
export const LEAST_CONTRAST = 4.5;

/**
 * What an accent lies on and is written on, as `web/shared/base.css` has it: of the two surfaces
 * of a scheme, the one that is nearer to the accent comes first.
 */
export const SURFACES: Readonly<Record<Scheme, readonly [near: string, far: string]>> = {
  light: ["#eef2f0", "#ffffff"],
  dark: ["#141d1a", "#0b1210"],
};

/** How much of an accent its pale ground has at most. */
const SOFT_SHARE = 0.12;
const SOFT_STEP = 0.01;

export type AccentProblem = {
  readonly problem: "low_contrast";
  /** Contrast with the surface of that scheme, to two places. */
  readonly contrast: number;
  /** The nearest colour that passes, `#rrggbb`. */
  readonly nearest: string;
};

/** What is wrong with a colour in a scheme; `undefined` when it can be read everywhere. */
export function checkAccent(colour: Colour, scheme: Scheme): AccentProblem | undefined {
  const contrast = contrastOf(colour, nearSurface(scheme));
  if (contrast >= LEAST_CONTRAST) return undefined;
  return {
    problem: "low_contrast",
    contrast: Math.floor(contrast * 100) / 100,
    nearest: nearestAccent(colour, scheme),
  };
}

/** The colour itself where it passes, else the nearest of its hue that does. */
export function nearestAccent(colour: Colour, scheme: Scheme): string {
  const surface = nearSurface(scheme);
  if (contrastOf(colour, surface) >= LEAST_CONTRAST) return formatColour(colour);
  const ground = luminanceOf(surface) + 0.05;
  // Rounded away from the surface, so that eight bits a channel don't fall short of the ratio.
  return scheme === "light"
    ? formatColour(dimTo(colour, ground / LEAST_CONTRAST - 0.05), Math.floor)
    : formatColour(brightenTo(colour, ground * LEAST_CONTRAST - 0.05), Math.ceil);
}

export type AccentShades = {
  readonly accent: string;
  /** Text on the accent. */
  readonly onAccent: string;
  /** A pale ground that the accent can be written on. */
  readonly soft: string;
};

/** The colours that go with an accent that passed. */
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

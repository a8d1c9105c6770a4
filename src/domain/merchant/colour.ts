/** A colour of the sRGB space; each channel is from 0 to 1 and gamma-encoded. */
export type Colour = readonly [red: number, green: number, blue: number];

const HEX = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i;

/** Reads `#0b5d4e`, `0B5D4E` or `#fff`; returns `undefined` for any other text. */
export function parseColour(text: string): Colour | undefined {
  const [, digits] = HEX.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const width = digits.length / 3;
  const channel = (index: number): number => {
    const part = digits.slice(index * width, (index + 1) * width);
    return parseInt(width === 1 ? part + part : part, 16) / 255;
  };
  return [channel(0), channel(1), channel(2)];
}

/** Writes lower-case `#rrggbb`; `round` rounds each channel. */
export function formatColour(
  colour: Colour,
  round: (value: number) => number = Math.round,
): string {
  const pair = (channel: number): string => {
    const byte = Math.min(Math.max(round(channel * 255), 0), 255);
    return byte.toString(16).padStart(2, "0");
  };
  return `#${colour.map(pair).join("")}`;
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export function luminanceOf(colour: Colour): number {
  const [red, green, blue] = toLinear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: Colour, other: Colour): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Mixes two colours; `share` is the part of the second one. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  return combine(from, to, (a, b) => a + (b - a) * share);
}

/** Returns the same hue at a lower luminance. Linear light is scaled, so the result is exact. */
export function dimTo(colour: Colour, luminance: number): Colour {
  const share = luminance / luminanceOf(colour);
  return fromLinear(combine(toLinear(colour), [0, 0, 0], (channel) => channel * share));
}

/**
 * Returns the same hue at a higher luminance: saturated as long as possible, then with white light
 * added.
 */
export function brightenTo(colour: Colour, luminance: number): Colour {
  const light = toLinear(colour);
  const before = luminanceOf(colour);
  const room = 1 / Math.max(...light);
  const share = before === 0 ? 1 : Math.min(luminance / before, room);
  const pure = combine(light, light, (channel) => channel * share);
  const white = (luminance - before * share) / (1 - before * share);
  return fromLinear(mix(pure, [1, 1, 1], Math.max(white, 0)));
}

function toLinear(colour: Colour): Colour {
  return combine(colour, colour, (channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
}

function fromLinear(light: Colour): Colour {
  return combine(light, light, (channel) =>
    channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055,
  );
}

function combine(one: Colour, other: Colour, by: (a: number, b: number) => number): Colour {
  return [by(one[0], other[0]), by(one[1], other[1]), by(one[2], other[2])];
}

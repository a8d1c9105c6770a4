/** How a browser shows the panel; its cookie holds no secret and belongs to the device. */
export type Appearance = {
  readonly scheme: Scheme;
  /** The columns of the list of payments that are left out. */
  readonly hidden: readonly string[];
};

export const SCHEMES = ["auto", "light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** The format of the cookie: the colour scheme, then a name for each column that is left out. */
export const LOOK_TEXT = /^(?:auto|light|dark)(?:\.[a-z]{1,20}){0,20}$/;

export function readLook(text: string | undefined): Appearance {
  const [first, ...hidden] = (text ?? "").split(".");
  return { scheme: SCHEMES.find((scheme) => scheme === first) ?? "auto", hidden };
}

export function lookText({ scheme, hidden }: Appearance): string {
  return [scheme, ...hidden].join(".");
}

/** Something that a browser receives and the release did not send. */
export type Difference = {
  readonly kind: "page" | "header" | "script" | "style" | "widget";
  /** Which header, file or element. */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
};

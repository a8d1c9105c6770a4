/** A difference between the content that a browser receives and that of the release. */
export type Difference = {
  readonly kind: "page" | "header" | "script" | "style" | "widget";
  /** The name of the header, file or element. */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
};

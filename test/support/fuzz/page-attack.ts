import fc from "fast-check";
import { hostileNumber, hostileText } from "./json-text.ts";
import type { Offer } from "./page-forms.ts";

/** A text that replaces a value, is appended to it or is in the path; or a removed value. */
type Change = {
  readonly at: number;
  readonly how: "set" | "beside" | "without" | "path" | "named";
  readonly text: string;
};

/** One of the forms and links of pages, used in a way that its page never would. */
export type Attack = {
  readonly offer: number;
  readonly changes: readonly Change[];
  readonly isStranger: boolean;
  /** The form's token is replaced, so the panel must refuse the form. */
  readonly isForged: boolean;
};

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(40),
  how: fc.constantFrom("set", "set", "set", "beside", "without", "path", "named"),
  text: fc.oneof(
    { weight: 3, arbitrary: hostileText },
    { weight: 2, arbitrary: hostileNumber },
    { weight: 1, arbitrary: fc.constantFrom("0000-00-00", "9999-12-31", "275760-09-13", "live") },
  ),
});

export const attack: fc.Arbitrary<Attack> = fc.record({
  offer: fc.nat(1_000_000),
  changes: fc.array(change, { minLength: 1, maxLength: 3 }),
  isStranger: fc.nat(9).map((one) => one === 0),
  isForged: fc.nat(19).map((one) => one === 0),
});

export function attacked(offer: Offer, { changes, isForged }: Attack): Offer {
  const changedOffer = changes.reduce(changed, offer);
  return isForged ? forged(changedOffer) : changedOffer;
}

function forged(offer: Offer): Offer {
  const fields = offer.fields.map(
    ([name, value]) => [name, name === "form_token" ? `${value}0` : value] as const,
  );
  return { ...offer, fields };
}

function changed(offer: Offer, { at, how, text }: Change): Offer {
  const { path, fields } = offer;
  const index = at % Math.max(1, fields.length);
  const name = fields[index]?.[0] ?? "q";
  // The panel refuses a form without its token before it reads another field.
  const others = name === "form_token" ? fields : fields.toSpliced(index, 1);
  switch (how) {
    case "set":
      return { ...offer, fields: [...others, [name, text]] };
    case "beside":
      return { ...offer, fields: [...fields, [name, text]] };
    case "without":
      return { ...offer, fields: others };
    case "named":
      return { ...offer, fields: [...fields, [text, text]] };
    case "path": {
      const parts = path.split("/");
      const part = Math.min(parts.length - 1, 2 + (at % parts.length));
      return { ...offer, path: parts.with(part, inPath(text)).join("/") };
    }
  }
}

/** An unpaired surrogate cannot be written in a URL. */
function inPath(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

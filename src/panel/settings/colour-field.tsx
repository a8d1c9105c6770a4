import { useWords } from "../kit/context.ts";
import type { Accent, Scheme } from "../../domain/merchant/accent.ts";
import { FieldFrame, fieldMarks } from "../../page/parts/field-frame.tsx";
import {
  COLOUR_FIELDS,
  pickerColour,
  pickerOf,
  previewColours,
  shownOf,
} from "../../page/brand/read-colour.ts";
import { settingsWords } from "./words.ts";

type Props = {
  readonly scheme: Scheme;
  /** The typed or stored colour; absent if the field is empty. */
  readonly value: string | undefined;
  readonly accent: Accent | undefined;
  readonly error: string;
};

/** A colour as text, a picker beside it, and a button of the payment page in this colour. */
export function ColourField({ scheme, value, accent, error }: Props) {
  const words = useWords(settingsWords);
  const isLight = scheme === "light";
  const name = COLOUR_FIELDS[scheme];
  const label = isLight ? words.accent : words.accentDark;
  const hint = isLight ? words.accentHint : words.accentDarkHint;
  const colour = pickerColour(value, accent, scheme);
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      <div class="colour" data-colour>
        <input
          type="text"
          id={name}
          name={name}
          value={value}
          maxLength={9}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          {...fieldMarks({ name, hint, error })}
        />
        <input type="color" name={pickerOf(name)} value={colour} aria-label={words.picker(label)} />
        <input type="hidden" name={shownOf(name)} value={colour} />
        <Preview scheme={scheme} colour={colour} label={words.preview(label)} text={words.pay} />
      </div>
    </FieldFrame>
  );
}

type PreviewProps = {
  readonly scheme: Scheme;
  readonly colour: string;
  readonly label: string;
  readonly text: string;
};

function Preview({ scheme, colour, label, text }: PreviewProps) {
  const { page, paper, text: onAccent } = previewColours(scheme);
  const ground = scheme === "light" ? page : paper;
  return (
    <svg viewBox="0 0 120 40" role="img" aria-label={label}>
      <rect width="120" height="40" rx="6" fill={ground} />
      <rect
        x="8"
        y="6"
        width="104"
        height="28"
        rx="6"
        fill={colour}
        data-accent={COLOUR_FIELDS[scheme]}
      />
      <text x="60" y="25" text-anchor="middle" font-size="13" font-weight="600" fill={onAccent}>
        {text}
      </text>
    </svg>
  );
}

import { useWords } from "../kit/reader.ts";
import { dayWords } from "./day-words.ts";
import { FieldFrame, fieldMarks } from "./field-frame.tsx";
import { Glyph } from "./glyph.tsx";
import { isoDay, readTypedDay } from "./typed-day.ts";

type DayFieldProps = {
  readonly name: string;
  readonly label: string;
  /** `YYYY-MM-DD`, or the text that was submitted. */
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  /** The form error of the field; a text that is no day has an error of its own. */
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  /** True for a short field beside others. */
  readonly isShort?: boolean;
};

/**
 * The browser's date field. It writes days in the browser's language, so a script replaces it by a
 * text field in the language of the panel and keeps it as the calendar behind the button.
 */
export function DayField(props: DayFieldProps) {
  const { name, label, value = "", hint, isRequired = false, isShort } = props;
  const words = useWords(dayWords);
  const isUnreadable = value !== "" && readTypedDay(value) === undefined;
  const error = isUnreadable ? words.wrongDay : (props.error ?? "");
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error} isShort={isShort}>
      <span class="day">
        <input
          type="date"
          id={name}
          name={name}
          value={isoDay(value)}
          required={isRequired}
          data-form={words.form}
          {...fieldMarks({ name, hint, error })}
        />
        <button type="button" hidden>
          <Glyph name="calendar" />
          <span class="unseen">
            {words.openCalendar}: {label}
          </span>
        </button>
      </span>
    </FieldFrame>
  );
}

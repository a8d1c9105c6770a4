import { useLanguage, useWords } from "../kit/reader.ts";
import type { Day } from "../../kernel/day.ts";
import { dayWords } from "./day-words.ts";
import { partWords } from "./part-words.ts";
import { presetDays, presetOf, PRESETS, rangeText, type DayRange } from "./day-range.ts";
import { Glyph } from "./glyph.tsx";
import { PlaceLink } from "./place-link.tsx";

type PresetsProps = {
  readonly chosen: DayRange;
  /** The merchant's current day. */
  readonly today: Day;
  /** The address of the page with other days. */
  readonly at: (days: DayRange) => string;
  /** True if the page may show all days. */
  readonly hasAll?: boolean;
};

const ALL: DayRange = { start: undefined, end: undefined };

/** Links to the usual ranges of days, and the chosen range in words. */
export function Presets({ chosen, today, at, hasAll = false }: PresetsProps) {
  const language = useLanguage();
  const words = useWords(dayWords);
  const current = presetOf(chosen, today);
  const isAll = chosen.start === undefined && chosen.end === undefined;
  return (
    <div class="presets">
      <nav class="pills" aria-label={words.choose}>
        <ul>
          {hasAll && (
            <PlaceLink href={at(ALL)} isCurrent={isAll}>
              {words.all}
            </PlaceLink>
          )}
          {PRESETS.map((name) => (
            <PlaceLink href={at(presetDays(name, today))} isCurrent={name === current}>
              {words.presets[name]}
            </PlaceLink>
          ))}
        </ul>
      </nav>
      {!isAll && (
        <p class="range">
          <Glyph name="calendar" />
          {rangeText(chosen, language)}
        </p>
      )}
    </div>
  );
}

export type Chip = {
  readonly name: string;
  readonly value: string;
  /** The address of the page without this condition. */
  readonly without: string;
};

type ChipsProps = {
  readonly chips: readonly Chip[];
  /** The address of the page without any condition. */
  readonly clear: string;
};

/** The conditions that are in force; each is a link that removes it. */
export function Chips({ chips, clear }: ChipsProps) {
  const words = useWords(partWords);
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label={words.inForce}>
      {chips.map(({ name, value, without }) => (
        <li>
          <a class="chip" href={without}>
            <span class="unseen">{words.removeFilter}: </span>
            {name}: <strong>{value}</strong>
            <Glyph name="remove" />
          </a>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <a class="clear" href={clear}>
            {words.removeFilters}
          </a>
        </li>
      )}
    </ul>
  );
}

/** A value of a day; `value` is undefined if the day has none. */
export type Point = {
  readonly label: string;
  readonly value: number | undefined;
  /** The value in words, which a pointer or a touch shows. */
  readonly text: string;
  /** The list behind the value. */
  readonly href: string;
  readonly isWeekend: boolean;
};

type ChartProps = {
  readonly kind: "bars" | "line";
  readonly points: readonly Point[];
  /** The top of the scale. */
  readonly top: number;
  /** The labels of the scale, from the top down, at equal distances. */
  readonly scale: readonly string[];
};

/**
 * A chart of days with a scale, lines and shaded weekends. Each day is a link to its payments. It
 * is hidden from screen readers and skipped by the tab key, because the table beside it has the
 * same values and links. The drawing stretches; its labels are text outside, so that they keep
 * their size on phones.
 */
export function DayChart({ kind, points, top, scale }: ChartProps) {
  const middle = points[Math.floor((points.length - 1) / 2)];
  const ends = [points[0], points.length > 2 ? middle : undefined, points.at(-1)];
  return (
    <div class="chart" aria-hidden="true">
      <div class="scale">
        {scale.map((label) => (
          <span>{label}</span>
        ))}
      </div>
      <div class={`plot ${kind}`}>
        {kind === "line" && <Line points={points} top={top} />}
        <ol>
          {points.map((point) => (
            <DayOf point={point} top={top} kind={kind} />
          ))}
        </ol>
      </div>
      <div class="days">
        {ends.map((point) => (
          <span>{point?.label}</span>
        ))}
      </div>
    </div>
  );
}

type DayProps = Pick<ChartProps, "kind" | "top"> & { readonly point: Point };

function DayOf({ point, top, kind }: DayProps) {
  const { label, value, text, href, isWeekend } = point;
  const height = value === undefined ? 0 : heightOf(value, top);
  return (
    <li class={isWeekend ? "weekend" : undefined}>
      <a href={href} tabIndex={-1}>
        {kind === "bars" && (
          <svg viewBox="0 0 10 100" preserveAspectRatio="none">
            <rect class="bar" x="1" width="8" y={fixed(100 - height)} height={fixed(height)} />
          </svg>
        )}
        <span class="tip">
          {label}: <strong>{text}</strong>
        </span>
      </a>
    </li>
  );
}

type LineProps = Pick<ChartProps, "points" | "top">;

/** The line through the days that have a value; it is interrupted at the others. */
function Line({ points, top }: LineProps) {
  const places = points.map(({ value }, index) =>
    value === undefined ? undefined : `${index * 10 + 5} ${fixed(100 - heightOf(value, top))}`,
  );
  const path = places
    .map((place, index) => {
      if (place === undefined) return "";
      return (places[index - 1] === undefined ? "M" : "L") + place;
    })
    .join("");
  const dots = places.map((place) => (place === undefined ? "" : `M${place}h0`)).join("");
  return (
    <svg viewBox={`0 0 ${points.length * 10} 100`} preserveAspectRatio="none">
      <path class="line" d={path} />
      <path class="dots" d={dots} />
    </svg>
  );
}

function heightOf(value: number, top: number): number {
  return top === 0 ? 0 : Math.min(100, (100 * value) / top);
}

function fixed(value: number): string {
  return value.toFixed(1);
}

/** The next round number above a value: 1, 2, 2.5 or 5 times a power of ten. */
export function roundTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((one) => one * power >= value) ?? 10;
  return step * power;
}

/** A bar whose width is the share of the whole. */
export function ShareBar({ percent }: { readonly percent: number }) {
  return (
    <svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="share-ground" width="100" height="8" />
      <rect class="bar" width={fixed(Math.min(100, percent))} height="8" />
    </svg>
  );
}

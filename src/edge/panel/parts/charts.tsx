import type { ComponentChildren } from "preact";

const WIDTH = 360;
const HEIGHT = 112;
/** Height below the drawing for the first and the last label, in units of the `viewBox`. */
const BOTTOM = 18;
/** Height above the drawing for the highest value, in units of the `viewBox`. */
const TOP = 16;
const INNER = HEIGHT - BOTTOM - TOP;

export type Point = { readonly label: string; readonly value: number; readonly text: string };

type ChartProps = {
  readonly title: string;
  readonly points: readonly Point[];
  /** The top of the scale; by default the highest value. */
  readonly most?: number;
  readonly mostText: string;
};

/** A bar for each point. The table beside the chart shows the same values. */
export function BarChart({ title, points, most, mostText }: ChartProps) {
  const top = Math.max(most ?? 0, ...points.map(({ value }) => value), 1);
  const step = WIDTH / Math.max(1, points.length);
  const gap = Math.min(2, step * 0.2);
  return (
    <Frame title={title} points={points} mostText={mostText}>
      {points.map(({ label, value, text }, index) => {
        const height = (value / top) * INNER;
        return (
          <rect
            class="bar"
            x={fixed(index * step + gap / 2)}
            y={fixed(TOP + INNER - height)}
            width={fixed(step - gap)}
            height={fixed(height)}
          >
            <title>{`${label}: ${text}`}</title>
          </rect>
        );
      })}
    </Frame>
  );
}

type LineProps = Omit<ChartProps, "points"> & {
  /** A point is undefined if it has no value; the line is interrupted there. */
  readonly points: readonly (Point | undefined)[];
  readonly labels: readonly [string, string];
};

export function LineChart({ title, points, most = 100, mostText, labels }: LineProps) {
  const step = WIDTH / Math.max(1, points.length);
  const at = (value: number): string => fixed(TOP + INNER - (value / most) * INNER);
  const x = (index: number): string => fixed((index + 0.5) * step);
  const path = points
    .map((point, index) => {
      if (point === undefined) return "";
      const isBroken = points[index - 1] === undefined;
      return `${isBroken ? "M" : "L"}${x(index)} ${at(point.value)}`;
    })
    .join("");
  const ends = labels.map((label) => ({ label, value: 0, text: "" }));
  return (
    <Frame title={title} points={ends} mostText={mostText}>
      <path class="line" d={path} />
      {points.map(
        (point, index) =>
          point !== undefined && (
            <circle class="dot" cx={x(index)} cy={at(point.value)} r={step > 12 ? 3 : 2}>
              <title>{`${point.label}: ${point.text}`}</title>
            </circle>
          ),
      )}
    </Frame>
  );
}

function fixed(value: number): string {
  return value.toFixed(1);
}

type FrameProps = {
  readonly title: string;
  readonly points: readonly Point[];
  readonly mostText: string;
  readonly children: ComponentChildren;
};

function Frame({ title, points, mostText, children }: FrameProps) {
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      <path class="axis" d={`M0 ${TOP}.5H${WIDTH}M0 ${TOP + INNER}.5H${WIDTH}`} />
      <text x="0" y="11" class="tick">
        {mostText}
      </text>
      {children}
      <text x="0" y={HEIGHT - 4} class="tick">
        {points[0]?.label}
      </text>
      <text x={WIDTH} y={HEIGHT - 4} class="tick last">
        {points.at(-1)?.label}
      </text>
    </svg>
  );
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

import { parser } from "@prometheus-io/lezer-promql";

/** The uses of metrics in an expression of Prometheus. */
export type ExpressionParts = {
  readonly metrics: readonly string[];
  /** Labels that it compares or groups by, each with the value of an exact comparison. */
  readonly labels: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Places in the text that the grammar refuses. */
  readonly mistakes: readonly number[];
};

export function partsOf(expression: string): ExpressionParts {
  const metrics: string[] = [];
  const labels: { name: string; values: string[] }[] = [];
  const mistakes: number[] = [];
  let isPattern = false;
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      const text = expression.slice(from, to);
      if (type.isError) mistakes.push(from);
      if (type.name === "Identifier") metrics.push(text);
      if (type.name === "LabelName") labels.push({ name: text, values: [] });
      if (type.name === "MatchOp") isPattern = text.includes("~");
      if (type.name !== "StringLiteral") return;
      const value = text.slice(1, -1);
      labels.at(-1)?.values.push(...(isPattern ? alternativesOf(value) : [value]));
    },
  });
  return { metrics, labels, mistakes };
}

/** The words of a pattern such as `completed|failed`; none if it is more than that. */
function alternativesOf(pattern: string): readonly string[] {
  return /^[\w|-]+$/.test(pattern) ? pattern.split("|") : [];
}

type QueryValue = string | number | undefined;

/**
 * A path and its query, percent-encoded; parameters without a value are left out. The first part
 * of the path is written as it is.
 */
export function pathOf(
  [base, ...ids]: readonly [string, ...string[]],
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const path = [base, ...ids.map((id) => encodeURIComponent(id))].join("/");
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
}

type QueryValue = string | number | undefined;

/**
 * Builds a percent-encoded path with its query, without the parameters that have no value. The
 * first part of the path is not encoded.
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

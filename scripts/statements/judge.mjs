/**
 * Judges the values of SQL texts: each is local, routed by the merchant of a parameter, or known
 * with its reason. A value that another one contains is a part of that statement.
 */
export function judgeTexts(texts, { routeOf, unroutedOf, groupedOf }) {
  const values = texts.flatMap(({ values: own }) => [...own]);
  const isPart = (value) => values.some((other) => other !== value && other.includes(value.trim()));
  const problemOf = (path, value) => {
    const route = readRoute(routeOf, value);
    if (route.kind === "local" || route.kind === "routed") return undefined;
    const known = unroutedOf(path);
    if (known !== undefined && known.tables === undefined) return undefined;
    if (route.kind === "grouped") {
      const isKnown = known !== undefined || groupedOf(path) !== undefined;
      return isKnown || isPart(value) ? undefined : "rows of many merchants";
    }
    if (isPart(value)) return undefined;
    if (route.kind === "mistake") return `no statement and no part of one: ${route.message}`;
    const strange = route.tables.filter((table) => known?.tables.includes(table) !== true);
    return strange.length === 0 ? undefined : `no merchant for ${strange.join(", ")}`;
  };
  const problemsOf = (path, own) => {
    if (own.size > 0) return [...own].map((value) => problemOf(path, value));
    const known = unroutedOf(path);
    return known !== undefined && known.tables === undefined ? [] : ["needs an example"];
  };
  return texts.flatMap(({ path, line, values: own }) => {
    const problems = problemsOf(path, own);
    return [...new Set(problems)].flatMap((problem) =>
      problem === undefined ? [] : [{ path, line, problem }],
    );
  });
}

function readRoute(routeOf, value) {
  try {
    return routeOf(value);
  } catch (error) {
    return { kind: "mistake", message: error.message };
  }
}

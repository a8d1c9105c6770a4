import { fieldValue } from "./typed-day.ts";

/** The fields of a filter that are not empty, in the order of their names; days are ISO. */
export function filterFields(
  names: readonly string[],
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = (fields[name] ?? "").trim();
      return value === "" ? [] : [[name, fieldValue(name, value)]];
    }),
  );
}

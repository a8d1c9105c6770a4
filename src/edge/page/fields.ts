/** Fields of a query or of a form; a repeated field is an array, a field that was not sent absent. */
export type Fields = Readonly<Record<string, unknown>>;

/** The text of a field; the first one if it was repeated, empty if it was not sent. */
export function textField(fields: unknown, name: string): string {
  if (typeof fields !== "object" || fields === null) return "";
  const value: unknown = Object.entries(fields).find(([key]) => key === name)?.[1];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" ? first : "";
}

/** All fields as single texts. */
export function textFields(fields: unknown): Record<string, string> {
  if (typeof fields !== "object" || fields === null) return {};
  return Object.fromEntries(Object.keys(fields).map((name) => [name, textField(fields, name)]));
}

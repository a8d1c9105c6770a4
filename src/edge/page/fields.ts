/** The text of a field of a query or a form: the first if it was repeated, empty if not sent. */
export function textField(fields: unknown, name: string): string {
  if (typeof fields !== "object" || fields === null || !Object.hasOwn(fields, name)) return "";
  const value: unknown = Reflect.get(fields, name);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" ? first : "";
}

/** All fields as single texts. */
export function textFields(fields: unknown): Record<string, string> {
  if (typeof fields !== "object" || fields === null) return {};
  return Object.fromEntries(Object.keys(fields).map((name) => [name, textField(fields, name)]));
}

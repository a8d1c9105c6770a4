/** The fields of a form in UTF-8; undefined if it has none or repeats a name. */
export function readDoorForm(body: unknown): Readonly<Record<string, string>> | undefined {
  if (!Buffer.isBuffer(body)) return undefined;
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body.toString("latin1"))) {
    if (fields.has(name)) return undefined;
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

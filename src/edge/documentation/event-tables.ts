import type { Json } from "../http/openapi/schema-writer.ts";
import { isJson } from "../http/openapi/schema-writer.ts";
import { objectAt, textAt } from "./json-reader.ts";
import { code, sections, table } from "./markdown.ts";
import { OF_ANSWER, schemaTable } from "./schema-table.ts";

/** A table of the event types. */
export function eventTable(document: Json): string {
  const rows = Object.entries(objectAt(document, "webhooks")).map(([type, hook]) => [
    code(type),
    textAt(hook, "post", "summary"),
    dataLink(hook),
  ]);
  return table(["Type", "What happened", "`data`"], rows);
}

const EVENT_DATA: Readonly<Record<string, string>> = {
  SessionNotice: "Data of a session",
  PaymentNotice: "Data of a payment",
  RefundNotice: "Data of a refund",
};

function dataLink(hook: unknown): string {
  const schema = objectAt(hook, "post", "requestBody", "content", "application/json", "schema");
  const name = textAt(schema, "properties", "data", "$ref").split("/").at(-1) ?? "";
  const title = EVENT_DATA[name] ?? "";
  return `[${title.replace("Data of a ", "")}](#${title.toLowerCase().replaceAll(" ", "-")})`;
}

/** A table of the fields for each kind of event data. */
export function eventTables(document: Json): string {
  const schemas = objectAt(document, "components", "schemas");
  return sections(
    ...Object.entries(EVENT_DATA).flatMap(([name, title]) => {
      const schema = schemas[name];
      return isJson(schema) ? [`### ${title}`, schemaTable(document, schema, OF_ANSWER)] : [];
    }),
  ).trim();
}

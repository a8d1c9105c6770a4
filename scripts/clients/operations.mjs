import { byCode } from "./text.mjs";
import { LOOK_UPS, METHODS } from "./names.mjs";
import { namedValues, openTypes, readFields, readType } from "./types.mjs";

const STYLE = "Vezne-Response-Style";
const STYLE_NOTE = "This client always asks for the style `flags`.";
const KEY_IN_BODY = "merchant_api_key";

/** The facts from which the clients of all languages are written; `errorCodes` in any order. */
export function readModel(document, errorCodes) {
  const types = openTypes(document);
  const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([, operation]) => operation["x-spelling-of"] === undefined)
      .map(([verb, json]) => readOperation(types, { path, verb: verb.toUpperCase(), json })),
  );
  const events = readEvents(types, document.webhooks);
  const records = [...types.records.values()];
  const values = namedValues(types);
  return { operations, events, records, values, errorCodes: errorCodes.toSorted(byCode) };
}

function readOperation(types, { path, verb, json }) {
  const { operationId: id, summary, description, parameters, requestBody, security } = json;
  if (METHODS[id] === undefined) throw new Error(`scripts/clients/names.mjs has no ${id}`);
  const [group, method] = METHODS[id];
  const fields = bodyFields(types, requestBody?.content["application/json"].schema);
  const body = fields?.filter(({ name }) => name !== KEY_IN_BODY);
  const needsKey = security.some((scheme) => Object.keys(scheme).length > 0);
  const isStyled = parameters.some(({ name }) => name === STYLE);
  const operation = {
    id,
    group,
    method,
    verb,
    path,
    summary,
    description: [withoutAccess(description), isStyled ? STYLE_NOTE : ""].join("\n\n").trim(),
    inPath: parametersIn(types, { id, parameters, place: "path" }),
    query: parametersIn(types, { id, parameters, place: "query" }),
    body,
    isOfOperators: json["x-operator-right"] !== undefined,
    key: needsKey ? "header" : body?.length === fields?.length ? "none" : "body",
    isOnce: verb === "POST" && !LOOK_UPS.has(id),
    isStyled,
    ...readAnswer(types, id, json.responses[200].content),
  };
  return { ...operation, paging: readPaging(operation, types) };
}

/** The fields of a body; an empty list for an empty body, and undefined without a body. */
function bodyFields(types, schema) {
  if (schema === undefined) return undefined;
  return schema.anyOf === undefined ? readFields(types, schema) : [];
}

function parametersIn(types, { id, parameters, place }) {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, description, schema }) => ({
      name,
      type: readType(types, schema, { place: `${id}.${name}`, use: "sent" }),
      isRequired: required,
      description,
    }));
}

/** Leaves out the last paragraph, which names the keys that may call: a client has one already. */
function withoutAccess(description) {
  return description.split("\n\n").slice(0, -1).join("\n\n");
}

function readAnswer(types, id, content) {
  if (content["text/event-stream"] !== undefined) return { answer: "stream" };
  if (content["text/csv"] !== undefined) return { answer: "file" };
  const { schema } = content["application/json"];
  // Of the two styles the clients ask for the first one, with names of states.
  const [first] = schema.oneOf ?? [schema];
  const type = readType(types, first, { place: id, use: "received" });
  return { answer: "record", type: type.name };
}

/** How the method that reads all pages goes from one page to the next. */
function readPaging({ query, type }, { records }) {
  const asked = new Set(query.map(({ name }) => name));
  const record = records.get(type);
  const items = record?.fields.find((field) => field.type.kind === "list");
  const next = asked.has("page") ? "number" : asked.has("after") ? "cursor" : undefined;
  if (next === undefined || items === undefined) return undefined;
  return { next, items: items.name, type: items.type.of };
}

function readEvents(types, webhooks) {
  const events = new Map();
  for (const [type, { post }] of Object.entries(webhooks)) {
    const { data } = post.requestBody.content["application/json"].schema.properties;
    const { name } = readType(types, data, { place: type, use: "received" });
    const event = events.get(name) ?? {
      name: name.replace("Notice", "Event"),
      data: name,
      types: [],
    };
    event.types.push(type);
    events.set(name, event);
  }
  return [...events.values()].toSorted((left, right) => byCode(left.name, right.name));
}

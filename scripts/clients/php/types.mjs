import { camel } from "../text.mjs";
import { comment, documented, native, optional, phpFile, sentName, usesIn } from "./notation.mjs";

/** The files of lists of values, answers, parts of requests, and events. */
export function writeTypes(model) {
  const { records, values, events, errorCodes } = model;
  const type = (name, text) => [
    `Type/${name}`,
    phpFile("Vezne\\Type", { uses: usesIn(text, model, "Vezne\\Type"), text }),
  ];
  return Object.fromEntries([
    ...[...values, { name: "ErrorCode", values: errorCodes }].map((one) => [
      `Value/${one.name}`,
      phpFile("Vezne\\Value", { text: constants(one) }),
    ]),
    ...records.filter(({ uses }) => uses.has("received")).map((one) => type(one.name, answer(one))),
    ...records.filter(({ uses }) => uses.has("sent")).map((one) => type(sentName(one), part(one))),
    ...events.map((one) => type(one.name, event(one))),
    type("EventTypes", eventTypes(events)),
  ]);
}

function constants({ name, values }) {
  const lines = values.map((value) => {
    const constant = value.replaceAll(/[.-]/g, "_").toUpperCase();
    return `    public const ${constant} = '${value}';\n`;
  });
  return `/** Values of texts; a newer service may answer with further ones. */
final class ${name}
{
${lines.join("")}}
`;
}

function answer({ name, fields }) {
  const required = fields.filter(({ isRequired }) => isRequired).map((one) => one.name);
  const secrets = fields.filter(({ isSecret }) => isSecret).map((one) => camel(one.name));
  return `final class ${name} extends Answer
{
${list("public const REQUIRED", required)}${
    secrets.length === 0 ? "" : `\n${list("protected const SECRETS", secrets)}`
  }
${fields.map(property).join("\n")}
    protected function read(#[\\SensitiveParameter] array $fields): void
    {
${fields.map(assignment).join("")}    }
}
`;
}

function list(declaration, names) {
  const items = names.map((name) => `        '${name}',\n`).join("");
  return `    ${declaration} = [\n${items}    ];\n`;
}

function property({ name, type, isRequired, description = "" }) {
  const text = documented(type, "received");
  const tags = text === undefined ? [] : [`@var ${text}${isRequired ? "" : "|null"}`];
  const written = native(type, "received");
  const shown = isRequired || type.kind === "nullable" ? written : optional(written);
  const declaration = `    public readonly ${shown} $${camel(name)};\n`;
  return comment(description, { by: "    ", tags }) + declaration;
}

/** A required field that an older service leaves out stays unset; reading it is an error. */
function assignment({ name, type, isRequired }) {
  const inner = type.kind === "nullable" ? type.of : type;
  const value = conversion(inner, `$fields['${name}']`);
  const isNull = type.kind === "nullable" || !isRequired;
  if (isNull && value === `$fields['${name}']`) {
    return `        $this->${camel(name)} = $fields['${name}'] ?? null;\n`;
  }
  if (isNull) {
    return `        $this->${camel(name)} = isset($fields['${name}']) ? ${value} : null;\n`;
  }
  return `        if (isset($fields['${name}'])) {\n            $this->${camel(name)} = ${value};\n        }\n`;
}

function conversion(type, value) {
  if (type.kind === "record") return `new ${type.name}(${value})`;
  if (type.kind === "list" && type.of.kind === "event") return `Event::listFrom(${value})`;
  if (type.kind === "list" && type.of.kind === "record") {
    return `self::listOf(${type.of.name}::class, ${value})`;
  }
  if (type.kind === "map" && type.of.kind === "record") {
    return `self::mapOf(${type.of.name}::class, ${value})`;
  }
  return value;
}

/** A part of a request, such as a customer. */
function part(record) {
  const fields = [
    ...record.fields.filter(({ isRequired }) => isRequired),
    ...record.fields.filter(({ isRequired }) => !isRequired),
  ];
  const parameters = fields.map(({ name, type, isRequired }) => {
    const written = native(type, "sent");
    const isNull = !isRequired && type.kind !== "nullable";
    const text = isNull ? optional(written) : written;
    return `        public readonly ${text} $${camel(name)}${isRequired ? "" : " = null"},\n`;
  });
  const tags = fields.map(({ name, type, description = "" }) => {
    const text = documented(type, "sent") ?? native(type, "sent");
    return `@param ${text} $${camel(name)} ${description}`.trim();
  });
  const pairs = fields.map(({ name }) => `            '${name}' => $this->${camel(name)},\n`);
  return `final class ${sentName(record)} implements \\JsonSerializable
{
${comment("", { by: "    ", tags })}    public function __construct(
${parameters.join("")}    ) {
    }

    public function jsonSerialize(): mixed
    {
        return (object) array_filter([
${pairs.join("")}        ], static fn (mixed $value): bool => $value !== null);
    }
}
`;
}

function event({ name, data, types }) {
  return `/** ${types.map((type) => `\`${type}\``).join(", ")}. */
final class ${name} extends Event
{
    public readonly ${data} $data;

    protected function readData(array $data): void
    {
        $this->data = new ${data}($data);
    }
}
`;
}

function eventTypes(events) {
  const pairs = events.flatMap(({ name, types }) =>
    types.map((type) => `        '${type}' => ${name}::class,\n`),
  );
  return `/**
 * The classes of events by their types.
 *
 * @internal
 */
final class EventTypes
{
    /** @var array<string, class-string<Event>> */
    public const CLASSES = [
${pairs.join("")}    ];
}
`;
}

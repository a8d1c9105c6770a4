import { KEY_TEXT, camel, groupsOf, isNullable, parametersOf, pascal } from "../text.mjs";
import { comment, documented, native, optional, phpFile, usesIn } from "./notation.mjs";

const BY = "    ";
/** Parameters that no stack trace shows. */
const SENSITIVE = new Set(["card_number", "cvc", "credentials", "expire_month", "expire_year"]);
const KEY = `@param string|null $idempotencyKey ${KEY_TEXT}`;

/** Writes the groups of methods of one client, and the trait that has them as properties. */
export function writeApi(operations, name, model) {
  const groups = groupsOf(operations);
  return Object.fromEntries([
    ...groups.map((one) => [`Api/${className(one)}`, groupFile(one, model)]),
    [
      `Api/${name}`,
      phpFile("Vezne\\Api", { uses: ["Vezne\\Http\\Transport"], text: trait(name, groups) }),
    ],
  ]);
}

function trait(name, groups) {
  const names = groups.map((one) => [camel(one.name), className(one)]);
  return `/** The groups of methods of a client. */
trait ${name}
{
${names.map(([property, type]) => `    public ${type} $${property};\n`).join("")}
    protected function bind(Transport $transport): void
    {
${names.map(([property, type]) => `        $this->${property} = new ${type}($transport);\n`).join("")}    }
}
`;
}

/** The types of answers have some of the groups' plain names. */
function className({ name }) {
  return `${pascal(name)}Api`;
}

function groupFile({ name, methods }, model) {
  const text = `final class ${className({ name })}
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

${methods.flatMap((one) => [method(one), ...(one.paging ? [iterate(one)] : [])]).join("\n")}}
`;
  const own = {
    "Vezne\\Exception\\VezneException": "VezneException",
    "Vezne\\Export": "Export",
    "Vezne\\Http\\Call": "Call",
    "Vezne\\Http\\EventStream": "EventStream",
    "Vezne\\Http\\JsonNull": "JsonNull",
    "Vezne\\Http\\Transport": "Transport",
    "Vezne\\NotGiven": "NotGiven",
  };
  const used = Object.entries(own).filter(([, word]) => new RegExp(`\\b${word}\\b`).test(text));
  const uses = [...used.map(([path]) => path), ...usesIn(text, model, "Vezne\\Api")];
  return phpFile("Vezne\\Api", { uses, text });
}

function method(operation) {
  const { summary, description, answer, type, body, query, isOnce } = operation;
  const parameters = parametersOf(operation);
  const hasTimeout = answer === "record";
  const tags = [
    ...parameters.map(parameterTag),
    ...(isOnce ? [KEY] : []),
    ...(hasTimeout ? ["@param float|null $timeout seconds of one try"] : []),
    ...(answer === "stream" ? ["@return \\Generator<int, Event>"] : []),
    "@throws VezneException",
  ];
  const extra = [
    ...(isOnce ? ["?string $idempotencyKey = null"] : []),
    ...(hasTimeout ? ["?float $timeout = null"] : []),
  ];
  const given = [
    ...(hasTimeout ? [`${type}::class`] : []),
    ...(query.length === 0 ? [] : [`query: ${pairsOf(query)}`]),
    ...(body === undefined ? [] : [`body: ${pairsOf(body)}`]),
    ...(isOnce ? ["idempotencyKey: $idempotencyKey"] : []),
    ...(hasTimeout ? ["timeout: $timeout"] : []),
  ];
  const about = [`${summary}.`, description].filter((one) => one !== "").join("\n\n");
  const returned = { record: type, file: "Export", stream: "\\Generator" }[answer];
  return `${comment(about, { by: BY, tags })}    public function ${camel(operation.method)}(
${lines([...parameters.map(parameter), ...extra], 2)}    ): ${returned} {
        return ${BODIES[answer](operation, given)};
    }
`;
}

const BODIES = {
  record: (operation, given) =>
    `$this->transport->ask(\n${lines([call(operation), ...given], 3)}        )`,
  file: (operation, given) =>
    `new Export($this->transport->open(\n${lines([call(operation), ...given], 3)}        ))`,
  stream: (operation, given) =>
    `EventStream::read(\n${lines(["$this->transport", call(operation), ...given], 3)}        )`,
};

function lines(items, depth) {
  return items.map((item) => `${`${item},`.replaceAll(/^(?=.)/gm, BY.repeat(depth))}\n`).join("");
}

function call({ verb, path, key, isOnce, isStyled, inPath }) {
  const text = inPath.reduce(
    (rest, { name }) => rest.replace(`{${name}}`, `' . Call::segment($${camel(name)}) . '`),
    `'${path}'`,
  );
  const keys = { body: ["key: Call::KEY_IN_BODY"], none: ["key: Call::NO_KEY"], header: [] };
  const given = [
    `'${verb}'`,
    text.replace(/ \. ''$/, ""),
    ...keys[key],
    ...(isOnce ? ["isOnce: true"] : []),
    ...(isStyled ? ["isStyled: true"] : []),
  ];
  return `new Call(${given.join(", ")})`;
}

function pairsOf(fields) {
  if (fields.length === 0) return "[]";
  const pairs = fields.map((field) => {
    const variable = `$${camel(field.name)}`;
    return `${BY}'${field.name}' => ${valueOf(field, variable)},\n`;
  });
  return `[\n${pairs.join("")}]`;
}

function valueOf(field, variable) {
  if (isNullable(field)) return `JsonNull::orValue(${variable})`;
  // An empty array would become a list.
  if (field.type.kind === "map") return `${variable} === null ? null : (object) ${variable}`;
  return variable;
}

function parameter(field) {
  const written = native(field.type, "sent");
  const sensitive = SENSITIVE.has(field.name) ? "#[\\SensitiveParameter] " : "";
  const name = `$${camel(field.name)}`;
  if (field.isRequired || field.isInPath) return `${sensitive}${written} ${name}`;
  if (isNullable(field)) {
    const plain = written.startsWith("?") ? `${written.slice(1)}|null` : written;
    return `${sensitive}${plain}|NotGiven ${name} = new NotGiven()`;
  }
  return `${sensitive}${optional(written)} ${name} = null`;
}

function parameterTag(field) {
  const { type, isRequired, isInPath, description = "" } = field;
  const written = documented(type, "sent") ?? native(type, "sent").replace(/^\?(.*)/, "$1|null");
  const isNull = !isRequired && !isInPath && type.kind !== "nullable";
  const open = isNullable(field) ? "|NotGiven" : "";
  return `@param ${written}${isNull ? "|null" : ""}${open} $${camel(field.name)} ${description}`.trim();
}

/** A generator that reads all pages. */
function iterate(operation) {
  const { paging, summary } = operation;
  const isNumbered = paging.next === "number";
  const kept = parametersOf(operation).filter(({ name }) => !isNumbered || name !== "page");
  const item = native(paging.type, "received");
  const tags = [
    ...kept.map(parameterTag),
    "@param float|null $timeout seconds of one try",
    `@return \\Generator<int, ${item}>`,
    "@throws VezneException",
  ];
  const given = [
    ...kept.map(({ name }) => camel(name)),
    ...(isNumbered ? ["page"] : []),
    "timeout",
  ];
  const read = `$found = $this->${camel(operation.method)}(\n${lines(
    given.map((name) => `${name}: $${name}`),
    4,
  )}            );`;
  return `${comment(`${summary}: all of them, page by page.`, { by: BY, tags })}    public function iterate(
${lines([...kept.map(parameter), "?float $timeout = null"], 2)}    ): \\Generator {
${isNumbered ? numbered(read, camel(paging.items)) : byCursor(read, camel(paging.items))}    }
`;
}

// `yield from` would repeat the keys of each page, which iterator_to_array() would lose.
const each = (items) => `            foreach ($found->${items} as $item) {
                yield $item;
            }
`;

function numbered(read, items) {
  return `        for ($page = 1;; ++$page) {
            ${read}
${each(items)}            if ($page * $found->perPage >= $found->total || $found->${items} === []) {
                return;
            }
        }
`;
}

function byCursor(read, items) {
  return `        do {
            ${read}
${each(items)}            $after = $found->next;
        } while ($found->hasMore && $after !== null);
`;
}

import type { FastifySchemaValidationError } from "fastify";
import type { FieldError } from "./problem.ts";

/** The most errors that an answer lists; a hostile body could cause thousands. */
const MOST_ERRORS = 20;

type Facts = FastifySchemaValidationError & {
  readonly parentSchema?: { readonly description?: string; readonly type?: string };
  readonly data?: unknown;
};

/** The errors of the validator, each with the field's name and the rule that it breaks. */
export function fieldErrors(
  found: readonly FastifySchemaValidationError[],
  context = "body",
): readonly FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const error of found as readonly Facts[]) {
    // The errors of each alternative are left out: their `anyOf` has one error of its own.
    if (/\/anyOf\/\d+\//.test(error.schemaPath)) continue;
    const field = fieldName(error, context);
    const message = isRepeated(error, context) ? "must be given once" : messageOf(error);
    if (!errors.has(field)) errors.set(field, { field, message });
    if (errors.size >= MOST_ERRORS) break;
  }
  return [...errors.values()];
}

/** The detail of the problem in one sentence. */
export function sentenceOf(errors: readonly FieldError[]): string {
  return errors.map(({ field, message }) => `${field} ${message}.`).join(" ");
}

/** A repeated query parameter is parsed as a list. */
function isRepeated({ data }: Facts, context: string): boolean {
  return context === "querystring" && Array.isArray(data);
}

function fieldName(error: Facts, context: string): string {
  const path = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join("")
    .replace(/^\./, "");
  const missing = error.keyword === "required" ? error.params["missingProperty"] : undefined;
  if (typeof missing !== "string") return path === "" ? context : path;
  return path === "" ? missing : `${path}.${missing}`;
}

function messageOf(error: Facts): string {
  if (error.keyword === "required") return "is required";
  const { params } = error;
  const said = error.parentSchema?.description;
  if (said?.startsWith("must ") === true) {
    return error.keyword === "type" && params["type"] === "string" ? asString(said) : said;
  }
  switch (error.keyword) {
    case "type":
      return `must be ${withArticle(String(params["type"]))}`;
    case "minimum":
      return `must be at least ${String(params["limit"])}`;
    case "maximum":
      return `must be at most ${String(params["limit"])}`;
    case "minLength":
      return "must not be empty";
    case "maxLength":
      return `must be at most ${String(params["limit"])} characters`;
    case "minItems":
      return `must have at least ${counted(Number(params["limit"]))}`;
    case "maxItems":
      return `must have at most ${String(params["limit"])} items`;
    case "maxProperties":
      return `must have at most ${String(params["limit"])} keys`;
    case "enum":
      return `must be one of ${[params["allowedValues"]].flat().join(", ")}`;
    default:
      return error.message ?? "is not valid";
  }
}

/**
 * The rule for a text in answer to a value of another type: "must be two digits" would be no help
 * to a client that sent the number 12.
 */
function asString(said: string): string {
  return /\bstring\b/.test(said) ? said : said.replace("must be ", "must be a string: ");
}

function counted(items: number): string {
  return items === 1 ? "1 item" : `${items} items`;
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** The namespaces that a project of today's .NET uses without naming them. */
const IMPLICIT = [
  "System",
  "System.Collections.Generic",
  "System.IO",
  "System.Linq",
  "System.Net.Http",
  "System.Threading",
  "System.Threading.Tasks",
];

/** Notations since C# 8, with those that Mono's compiler knows. */
const OLDER: readonly (readonly [RegExp, string])[] = [
  [/\busing var\b/g, "var"],
  [/\b(string|object)\?/g, "$1"],
  [/\bis not null\b/g, "!= null"],
  [/\bis \{ \} (\w+)/g, "is string $1"],
  [/([)\]])!(?=[.;])/g, "$1"],
  [/\bHttpMethod\.Patch\b/g, 'new HttpMethod("PATCH")'],
];

const USING = /^using [\w.]+;\n/gm;
const FUNCTION = /^async Task<JsonNode> Call\([\s\S]*?^\}$/m;
const VARIABLE = /^var (\w+) = (new (\w+)\(|")/gm;

/**
 * Rewrites a program of top-level statements, for C# 10 and .NET 6, as a class for Mono's compiler,
 * which Debian has. Names, types, arguments and literals stay as they are.
 */
export function forMono(program: string, place: number): string {
  const usings = program.match(USING) ?? [];
  const statements = OLDER.reduce(
    (text, [newer, older]) => text.replaceAll(newer, older),
    program.replaceAll(USING, ""),
  );
  const method = FUNCTION.exec(statements)?.[0];
  // The compiler knows no functions within methods, and a method sees no variables of another one.
  const fields: string[] = [];
  const body =
    method === undefined
      ? statements
      : statements
          .replace(method, "")
          .replaceAll(VARIABLE, (_, name: string, value: string, type = "string") => {
            fields.push(`static ${type} ${name};`);
            return `${name} = ${value}`;
          });
  return [
    ...IMPLICIT.map((name) => `using ${name};`),
    ...usings.filter((line) => !IMPLICIT.includes(line.slice("using ".length, -2))),
    `static class Sample${place} {`,
    ...fields,
    method === undefined ? "" : `static ${method}`,
    `public static async Task Run() {\n${body}\n}\n}`,
  ].join("\n");
}

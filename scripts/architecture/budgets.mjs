const FILE_LINES = 250;
const TEST_FILE_LINES = 400;
const FUNCTION_LINES = 50;
const PARAMETERS = 3;
const COLUMNS = 100;
/** The limit for lines with a string, which the formatter can't break. */
const COLUMNS_WITH_TEXT = 120;

/**
 * Finds files, functions, parameter lists and lines above their budgets. Functions of tests and
 * benches have no budget: their bodies are lists, and table tests have a parameter for each column.
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

/** Measures without a limit: the median length of files, the 95th percentile of functions. */
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

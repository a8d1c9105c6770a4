import { proseOf } from "./prose.mjs";

// Words that the trade has another word for (docs/glossary.md), in sentences and in names.
/** Words that were retired after migrations and the change log had used them. */
const RETIRED = [
  [/\b(simulated|sandbox)\s+banks?\b/, "test bank"],
  [/\bback[\s-]?offices?\b/, "panel"],
];
const INSTEAD = [
  [/\bvessels?\b/, "leaky bucket"],
  [/\bways?\s+to\s+pay\b/, "payment method"],
  [/\breturn\s+address(es)?\b/, "return URL"],
  [/\b(redirect|provider)\s+desks?\b/, "redirect methods"],
  [/\bfollow-ups?\b/, "modification (a capture, void or refund)"],
  [/\bhold\s+(move|wish)(s|es)?\b/, "capture or void"],
  [/\brelease\s+a\s+hold\b/, "void"],
  [/\btall(y|ies|ied)\b/, "roll-up"],
  ...RETIRED,
  [/\b(nobody|somebody|anybody|someone|whoever|no\s+one)\b/, "which person or program"],
];
const NAMES_INSTEAD = [
  [/\bsettle([A-Z]\w*)?\b/, "apply… or record… an outcome"],
  [/\w*[vV]essel\w*/, "…Bucket, …Rule"],
  [/\w*[fF]ollowUp\w*/, "…Modification"],
  [/\w*[rR]eturnAddress\w*/, "…ReturnUrl"],
  [/\b[a-z]+Tall(y|ies)\b|\btall(y|ies)[A-Z]\w*|\btallies\b/, "…Rollup"],
  [/\w*HoldMove\w*|HoldWish/, "CaptureOrVoid…"],
  [/\bisGuarded\b/, "isUnauthenticated"],
  [/\b\w*[sS]imulatedBank\w*/, "testBank…"],
  [/\b\w*[bB]ackOffice\w*/, "…Services of the panel"],
  [/\b\w+Desk\b|\b[dD]esk[A-Z]\w*/, "…Services, …Calls, Task…"],
];
// Words that begin a sentence without naming its subject.
const HEADLESS = /^(What|Whatever|Anyone|Anybody)$/;
/** The first words of a title or of a text of the OpenAPI document, which begin no question. */
const HEADLESS_TEXT = /^(What|Whatever|Anyone|Anybody|Who|Whose|Whom|How|Why|Whether|It)$/i;
/** Words that begin a text either as its only clause or, before a comma, as a condition. */
const CLAUSE = /^(Where|When)$/;
/** The word at the beginning of a line, of a table's cell or of a sentence. */
const FIRST_WORD = /(?:^|[.!?|]["')*_]*\s)[\s>#*_+|[(\d.-]*(\w+)/gm;
const OPENAPI = /^src\/http\/(openapi|schema)\//;

/**
 * Finds words in comments, names, titles of tests and texts of the OpenAPI document for which the
 * glossary has a plainer or more usual word, and sentences that do not name their subject.
 */
export function checkWords(modules) {
  return modules
    .filter(({ path }) => !path.startsWith("scripts/architecture/") && !isOwnTest(path))
    .flatMap((module) =>
      [
        ...module.comments.flatMap(commentFindings),
        ...textsOf(module).flatMap(textFindings),
        ...nameFindings(module),
        ...settlementFindings(module),
      ].map((finding) => ({ path: module.path, ...finding })),
    );
}

/** Files whose sentences never change. */
const HISTORY = /^(CHANGELOG\.md$|migrations\/)/;
const OF_HISTORY = INSTEAD.filter((rule) => !RETIRED.includes(rule));

/** Does the same in documents, and in the comments of files in SQL, PHP and Python. */
export function checkProse(files) {
  return Object.entries(files).flatMap(([path, text]) =>
    proseFindings(proseOf(path, text), 1, HISTORY.test(path) ? OF_HISTORY : INSTEAD).map(
      (finding) => ({ path, ...finding }),
    ),
  );
}

function isOwnTest(path) {
  return path === "scripts/check-words.test.mjs";
}

function commentFindings({ text, line }) {
  return proseFindings(
    text.replace(/^[\s*/]+/gm, (mark) => mark.replace(/[*/]/g, " ")),
    line,
  );
}

function textsOf({ path, isTest, titles, strings }) {
  if (isTest) return titles;
  return OPENAPI.test(path) ? strings.filter(({ text }) => text.includes(" ")) : [];
}

function textFindings({ text, line, isStart }) {
  const found = proseFindings(text, line);
  const [word = ""] = /^\w+/.exec(text) ?? [];
  const [sentence = ""] = /^[^.!?]*[.!?]?/.exec(withoutCode(text)) ?? [];
  const isHeadless = HEADLESS_TEXT.test(word) || (CLAUSE.test(word) && !sentence.includes(","));
  const isNew = found.every(({ message }) => message !== headless(word));
  return isStart && isHeadless && !sentence.endsWith("?") && isNew
    ? [{ line, message: headless(word) }, ...found]
    : found;
}

/** Findings in sentences that begin at `line`. Code between backticks is no word. */
function proseFindings(text, line, rules = INSTEAD) {
  const prose = withoutCode(text);
  const firstWords = [...prose.matchAll(FIRST_WORD)].flatMap((match) => {
    const [all, word] = match;
    const index = match.index + all.length - word.length;
    return HEADLESS.test(word) && !isQuestion(prose.slice(index))
      ? [{ line: line + linesBefore(prose, index), message: headless(word) }]
      : [];
  });
  return [...firstWords, ...rules.flatMap((rule) => proseReplaced(rule, prose, line))];
}

function withoutCode(text) {
  return text.replace(/`[^`\n]*`/g, (code) => "x".repeat(code.length));
}

function isQuestion(text) {
  return /[.!?|]|\n\s*\n/.exec(text)?.[0] === "?";
}

function headless(word) {
  return `a sentence begins with "${word}"; name its subject`;
}

function proseReplaced([pattern, instead], prose, line) {
  return [...prose.matchAll(new RegExp(pattern, "gi"))].map(({ 0: found, index }) => ({
    line: line + linesBefore(prose, index),
    message: `"${found.replace(/\s+/g, " ")}": say ${instead}`,
  }));
}

function linesBefore(text, index) {
  return text.slice(0, index).split("\n").length - 1;
}

/**
 * Finds names that have a plainer word. Strings are left out, because public names and texts stay
 * as they are. Files about the acquirer's settlement are left out too.
 */
function nameFindings({ path, lines, comments }) {
  if (/settlement/.test(path)) return [];
  const commented = new Set(
    comments.flatMap(({ text, line }) => text.split("\n").map((_, index) => line + index)),
  );
  return lines.flatMap((text, index) => {
    if (commented.has(index + 1)) return [];
    const code = text.replace(/"[^"]*"|'[^']*'|`[^`]*`|`[^`]*$/g, '""');
    return replaced(NAMES_INSTEAD, code, index + 1);
  });
}

function replaced(rules, text, line) {
  return rules.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text);
    return found ? [{ line, message: `"${found[0]}": say ${instead}` }] : [];
  });
}

/** Finds types named `Settlement` outside src/domain/settlement, which is about the acquirer's payout. */
function settlementFindings({ path, lines }) {
  if (path.startsWith("src/domain/settlement/")) return [];
  return lines.flatMap((text, index) =>
    /^export (type|interface|class) Settlement\b/.test(text)
      ? [
          {
            line: index + 1,
            message: "Settlement is the acquirer's payout (src/domain/settlement)",
          },
        ]
      : [],
  );
}

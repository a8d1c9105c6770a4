// Words that the trade has another word for (docs/glossary.md), in comments and in names.
const INSTEAD = [
  [/\bvessels?\b/i, "leaky bucket"],
  [/\bways? to pay\b/i, "payment method"],
  [/\breturn address(es)?\b/i, "return URL"],
  [/\b(redirect|provider) desks?\b/i, "redirect methods"],
  [/\bfollow-ups?\b/i, "modification (a capture, void or refund)"],
  [/\bhold (move|wish)(s|es)?\b/i, "capture or void"],
  [/\btall(y|ies|ied)\b/i, "roll-up"],
];
const NAMES_INSTEAD = [
  [/\bsettle([A-Z]\w*)?\b/, "apply… or record… an outcome"],
  [/\w*[vV]essel\w*/, "…Bucket, …Rule"],
  [/\w*[fF]ollowUp\w*/, "…Modification"],
  [/\w*[rR]eturnAddress\w*/, "…ReturnUrl"],
  [/\b[a-z]+Tall(y|ies)\b|\btall(y|ies)[A-Z]\w*|\btallies\b/, "…Rollup"],
  [/\w*HoldMove\w*|HoldWish/, "CaptureOrVoid…"],
  [/\bisGuarded\b/, "isUnauthenticated"],
];
// Words that stand for the subject of a sentence without naming it; comments name the subject.
const HEADLESS = /^(What|Whatever|Whoever|Nobody|Somebody|Anybody|Someone|Anyone|No one)\b/;

/** Finds comments and names for which the glossary has a plainer or more usual word. */
export function checkWords(modules) {
  return modules
    .filter(({ path }) => !path.startsWith("scripts/architecture/") && !isOwnTest(path))
    .flatMap((module) =>
      [
        ...module.comments.flatMap(commentFindings),
        ...nameFindings(module),
        ...settlementFindings(module),
      ].map((finding) => ({ path: module.path, ...finding })),
    );
}

function isOwnTest(path) {
  return path === "scripts/check-words.test.mjs";
}

function commentFindings({ text, line }) {
  const lines = text.split("\n").map((part) => part.replace(/^[\s*/]+/, ""));
  return lines.flatMap((part, index) => {
    const at = line + index;
    const headless = HEADLESS.exec(part);
    const first = headless
      ? [{ line: at, message: `a sentence begins with "${headless[1]}"; name its subject` }]
      : [];
    return [...first, ...replaced(INSTEAD, part, at)];
  });
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

/** Finds types named `Settlement` outside src/settlement, which is about the acquirer's payout. */
function settlementFindings({ path, lines }) {
  if (path.startsWith("src/settlement/")) return [];
  return lines.flatMap((text, index) =>
    /^export (type|interface|class) Settlement\b/.test(text)
      ? [{ line: index + 1, message: "Settlement is the acquirer's payout (src/settlement)" }]
      : [],
  );
}

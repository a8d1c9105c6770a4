/**
 * The last migrations that installations had run when this check began. Their files can't be
 * changed, because installations have recorded their digests, which count comments, too.
 */
const LAST_RUN = { vezne: 73, bank: 5 };
const MIGRATION = /^migrations\/(\w+)\/(\d+)-/;

/** Comments and, so that nothing in them is taken for a comment, strings. */
const TOKENS = {
  sql: /--[^\n]*|'[^']*'/g,
  php: /\/\*[^]*?\*\/|\/\/[^\n]*|#[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g,
  py: /"""[^]*?"""|#[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
};
const COMMENT = /^(--|\/\*|\/\/|#|""")/;

/**
 * Returns the sentences of a Markdown file, or the comments of a file in SQL, PHP or Python. Each
 * stays on its line, and code is left out.
 */
export function proseOf(path, text) {
  const [, set, number] = MIGRATION.exec(path) ?? [];
  if (Number(number) <= LAST_RUN[set]) return "";
  const tokens = TOKENS[/\w+$/.exec(path)[0]];
  return tokens === undefined ? withoutTargets(text) : commentsOf(text, tokens);
}

/** Blanks the targets of links, which are addresses. */
function withoutTargets(text) {
  return text.replace(/\]\([^)\n]*\)/g, (target) => "]".padEnd(target.length));
}

function commentsOf(text, tokens) {
  const parts = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (!COMMENT.test(token)) continue;
    parts.push(lineBreaksOf(text.slice(end, index)), undecorated(token));
    end = index + token.length;
  }
  return parts.join("");
}

function lineBreaksOf(code) {
  return code.replace(/[^\n]+/g, "");
}

function undecorated(comment) {
  return comment.replace(/^[ \t]*(--+|\/\*+|\*+\/?|\/\/+|#+|""")/gm, "");
}

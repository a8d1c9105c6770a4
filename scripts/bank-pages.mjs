// `docs/banks/<protocol>.json` tells how each fact is known on which an adapter rests; the page
// beside it is printed from it. The sentences are for the operator who connects a bank.

/**
 * How a fact is known: from a document of the bank or vendor, by a measurement at its test system,
 * from published source code of other clients, or as a guess. The adapter refuses where a guess
 * could cost money.
 */
export const SURENESS = {
  document: "document of the bank or vendor",
  measured: "measured at the test system",
  published_clients: "published clients",
  guess: "**guess**",
};

const NO_ORDER_TEXT =
  "No field for a free text about the order is known of this protocol, so the `reference` of a " +
  "session is not sent. The bank's screens show the number of the attempt, which the search of the " +
  "panel finds.";

const RECORDED =
  "Recorded answers and requests of published clients are those in the tests of mewebstudio/pos at " +
  "commit a4c454a of 2026-04-10, unless a fact names another source.";

/** Prints the page of a protocol. */
export function printPage(facts) {
  const { title, banks, summary, messages, orderText, rules, refuses, simulated } = facts;
  return [
    `# ${title}`,
    summary,
    `Banks: ${banks}.`,
    RECORDED,
    "This page is printed from the file of its name that ends with `.json`; a test compares the " +
      "two, and `npx vitest run scripts/bank-pages -u` prints the page again.",
    "## Rules",
    table(
      ["rule", "known from"],
      rules.map(({ rule, evidence }) => [rule, SURENESS[evidence]]),
    ),
    ...messages.flatMap((message) => [`## ${message.message}`, message.purpose, fieldsOf(message)]),
    "## The merchant's reference",
    orderText ?? NO_ORDER_TEXT,
    "## The adapter refuses",
    list(refuses),
    "## The test bank differs",
    list(simulated),
  ]
    .join("\n\n")
    .concat("\n");
}

function fieldsOf({ fields }) {
  return table(
    ["field", "meaning", "known from"],
    fields.map(({ field, meaning, evidence }) => [`\`${field}\``, meaning, SURENESS[evidence]]),
  );
}

function table(heads, rows) {
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

function list(sentences) {
  return sentences.map((sentence) => `- ${sentence}`).join("\n");
}

function line(cells) {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

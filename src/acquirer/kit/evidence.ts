/** The names of `Evidence` in words for the page. */
const SURENESS = {
  document: "document of the bank or vendor",
  measured: "measured at the test system",
  published_clients: "published clients",
  guess: "**guess**",
} as const;

/**
 * How a fact is known: from a document of the bank or vendor, by a measurement at its test system,
 * from published source code of other clients, or as a guess. The adapter refuses where a guess
 * could cost money.
 */
export type Evidence = keyof typeof SURENESS;

/** One field of a message and how its meaning is known. */
export type FieldEvidence = {
  readonly field: string;
  readonly meaning: string;
  readonly evidence: Evidence;
};

export type MessageEvidence = {
  /** The message as the bank names it, for example `Auth`. */
  readonly message: string;
  readonly purpose: string;
  readonly fields: readonly FieldEvidence[];
};

/**
 * How each fact is known on which an adapter rests. `docs/banks/<protocol>.md` is printed from it.
 * The sentences are written for the operator who connects a bank.
 */
export type ProtocolEvidence = {
  readonly title: string;
  readonly banks: string;
  readonly summary: string;
  readonly messages: readonly MessageEvidence[];
  /** The field in which the bank shows the merchant's `reference`, or the note that none does. */
  readonly orderText: string;
  /** Rules of behaviour: windows, duplicate references, inquiries. */
  readonly rules: readonly { readonly rule: string; readonly evidence: Evidence }[];
  /** The cases that the adapter refuses, because only a guess would answer them. */
  readonly refuses: readonly string[];
  /** Differences between the simulated bank's interface and the real one. */
  readonly simulated: readonly string[];
};

export const NO_ORDER_TEXT =
  "No field for a free text about the order is known of this protocol, so the `reference` of a " +
  "session is not sent. The bank's screens show the number of the attempt, which the search of the " +
  "panel finds.";

const RECORDED =
  "Recorded answers and requests of published clients are those in the tests of mewebstudio/pos at " +
  "commit a4c454a of 2026-04-10, unless a fact names another source.";

/** Prints the page of a protocol. */
export function printEvidence(protocol: ProtocolEvidence): string {
  const { title, banks, summary, messages, orderText, rules, refuses, simulated } = protocol;
  return [
    `# ${title}`,
    summary,
    `Banks: ${banks}.`,
    RECORDED,
    "This page is printed from the evidence beside the adapter; a test compares the two, and " +
      "`npx vitest run src/acquirer -u` prints the page again.",
    "## Rules",
    table(
      ["rule", "known from"],
      rules.map(({ rule, evidence }) => [rule, SURENESS[evidence]]),
    ),
    ...messages.flatMap((message) => [`## ${message.message}`, message.purpose, fieldsOf(message)]),
    "## The merchant's reference",
    orderText,
    "## The adapter refuses",
    list(refuses),
    "## The simulated bank differs",
    list(simulated),
  ]
    .join("\n\n")
    .concat("\n");
}

function fieldsOf({ fields }: MessageEvidence): string {
  return table(
    ["field", "meaning", "known from"],
    fields.map(({ field, meaning, evidence }) => [`\`${field}\``, meaning, SURENESS[evidence]]),
  );
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

function list(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${sentence}`).join("\n");
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

const seconds = (ms) => (ms / 1_000).toFixed(1);

/** A process says that it can't write once a commit is unanswered for three seconds. */
const NOTICED_MS = 4_000;

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return (sorted[low] + sorted[high]) / 2;
}

export function printRound(number, round) {
  const { kind, machine, successorAfterS, flowedAfterS, isNewPrimary, reinitialized } = round;
  const facts = [
    ...(successorAfterS === undefined ? [] : [`successor after ${successorAfterS.toFixed(1)} s`]),
    `payments again after ${flowedAfterS.toFixed(1)} s`,
    isNewPrimary ? "new primary" : "same primary",
    ...reinitialized.map((name) => `${name} made anew`),
  ];
  const time = new Date().toISOString().slice(11, 19);
  console.log(`${time} ${number}. ${kind} of ${machine}: ${facts.join(", ")}`);
}

/** Prints the result; returns whether every promise was held. */
export function printReport({ rounds, comparison, outages, restore, book }) {
  const { lost, unknownToBank, chargedTwice, differences, sums, verify } = comparison;
  printRecovery(rounds);
  printAnswers(book);
  printReadiness(outages);
  console.log(`acknowledged payments: ${comparison.acknowledged}, refunds ${comparison.refunds}`);
  print("acknowledged, but not in the books", lost);
  print("acknowledged, but not at the bank", unknownToBank);
  console.log(`charged twice: ${chargedTwice}`);
  console.log(`sum of the books ${sums.books}, of the bank ${sums.bank}`);
  print("differences between books and bank", differences);
  const problems = verify.differences.map(({ check, problem }) => `${check}: ${problem}`);
  print(`vezne verify, ${verify.payments} payments`, problems);
  print("differences after the restore to a moment", restore);
  const all = [lost, unknownToBank, differences, verify.differences, restore];
  return all.every((found) => found.length === 0) && chargedTwice === 0;
}

function print(title, found) {
  console.log(`${title}: ${found.length}`);
  for (const one of found.slice(0, 20)) console.log(`  ${one}`);
}

function printRecovery(rounds) {
  const kinds = new Set(rounds.map(({ kind }) => kind));
  for (const kind of [...kinds, "all"]) {
    const of = rounds.filter((round) => kind === "all" || round.kind === kind);
    const times = of.map(({ flowedAfterS }) => flowedAfterS);
    const worst = Math.max(...times).toFixed(1);
    console.log(
      `${kind}: ${of.length} rounds, payments again after ${median(times).toFixed(1)} s (median), ` +
        `${worst} s (longest)`,
    );
  }
}

function printAnswers({ acknowledged, answers, refused }) {
  const waits = acknowledged.map(({ at, beganAt }) => at - beganAt);
  console.log(
    `from a customer's first call to the acknowledgement: ${seconds(median(waits))} s (median), ` +
      `${seconds(Math.max(...waits))} s (longest)`,
  );
  const counts = [...answers].map(([name, count]) => `${name}: ${count}`).toSorted();
  console.log(`answers: ${counts.join(", ")}`);
  print(
    "calls that ended in a refusal",
    refused.map(({ status, text }) => `${status} ${text}`),
  );
}

/**
 * Lists the spans without writes in which `/readyz` said 200 for longer than it may take to notice,
 * or again although the write that was sent next was refused or late.
 */
function printReadiness(outages) {
  const long = outages.filter(({ lasted }) => lasted > NOTICED_MS);
  const noticed = long.map(({ noticedAfter }) => noticedAfter);
  console.log(
    `spans without writes: ${outages.length}, ${long.length} of them above ${seconds(NOTICED_MS)} s; ` +
      `in these /readyz said 503 after ${seconds(median(noticed))} s (median), ` +
      `${seconds(Math.max(...noticed))} s (longest)`,
  );
  const late = long.filter(({ noticedAfter }) => noticedAfter > NOTICED_MS);
  const shown = ({ name, lasted }) => `${name}, ${seconds(lasted)} s without writes`;
  print(
    "of these: noticed too late",
    late.map((span) => `${shown(span)}: 503 after ${seconds(span.noticedAfter)} s`),
  );
  const early = (title, isMeant, shownOne) => {
    const found = long.filter(({ again }) => again.some(isMeant));
    const lines = found.map(
      (span) => `${shown(span)}: ${span.again.filter(isMeant).map(shownOne).join(", ")}`,
    );
    print(`of these: 200 again although the next write was ${title}`, lines);
  };
  early(
    "refused",
    ({ refusal }) => refusal !== undefined,
    ({ after, refusal }) => `${seconds(after)} s (${refusal})`,
  );
  early(
    "late",
    ({ took }) => took !== undefined,
    ({ after, took }) => `${seconds(after)} s (after ${seconds(took)} s)`,
  );
}

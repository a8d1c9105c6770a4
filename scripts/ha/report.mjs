const seconds = (ms) => (ms / 1_000).toFixed(1);

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
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

/** Lists the spans without writes in which `/readyz` said 200. */
function printReadiness(outages) {
  const wrong = outages.filter(({ moments }) => moments.length > 0);
  console.log(`spans without writes: ${outages.length}; with /readyz 200 in them: ${wrong.length}`);
  for (const { name, lasted, moments } of wrong) {
    const last = seconds(moments.at(-1));
    console.log(
      `  ${name}: ${seconds(lasted)} s without writes, ${moments.length} times 200, ` +
        `first at ${seconds(moments[0])} s, last at ${last} s`,
    );
  }
}

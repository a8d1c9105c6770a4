/**
 * A closed loop: each of `inFlight` callers sends its next request after the answer to its last
 * one, until `count` requests are done. Latencies are in ms.
 */
export async function closedLoop({ inFlight, count, send }) {
  const latencies = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (next < count) {
        const index = next;
        next += 1;
        latencies.push(await timed(() => send(index)));
      }
    }),
  );
  return summary(latencies, performance.now() - began);
}

/**
 * An open loop: requests leave at a steady pace without waiting for answers, like those of real
 * customers. In a closed loop a slow answer would delay further requests and so hide itself
 * (coordinated omission).
 */
export async function openLoop({ perSecond, count, send }) {
  const latencies = [];
  const calls = [];
  const pending = [];
  const began = performance.now();
  for (let index = 0; index < count; index += 1) {
    const wait = began + (index * 1_000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const from = performance.timeOrigin + performance.now();
    const keep = (ms) => {
      latencies.push(ms);
      calls.push({ from, to: from + ms });
    };
    pending.push(timed(() => send(index)).then(keep));
  }
  await Promise.all(pending);
  return { ...summary(latencies, performance.now() - began), calls };
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function summary(latencies, ms) {
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    perSecond: (latencies.length / ms) * 1_000,
    p50: at(sorted, 0.5),
    p99: at(sorted, 0.99),
    latencies,
  };
}

function at(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The median. */
export function median(numbers) {
  return at(
    numbers.toSorted((a, b) => a - b),
    0.5,
  );
}

/**
 * A closed loop: `inFlight` callers, each sending its next request when the last was answered,
 * until `count` requests are done. Latencies in milliseconds, sorted.
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
        const start = performance.now();
        await send(index);
        latencies.push(performance.now() - start);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  latencies.sort((a, b) => a - b);
  return { perSecond: count / seconds, p50: at(latencies, 0.5), p99: at(latencies, 0.99), seconds };
}

function at(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

const LOOK_MS = 100;
const LOOK_LIMIT_MS = 1_000;
const WRITE_MS = 250;
const WRITE_LIMIT_MS = 30_000;
/** A write that takes longer counts as one that could not be answered. */
const LATE_MS = 1_000;

/**
 * Asks an instance for its readiness ten times a second, and sends it a write four times a second,
 * past every proxy.
 */
export function watchReadiness(machine, apiKey) {
  const looks = [];
  const writes = [];
  const stopping = new AbortController();
  const open = new Set();
  const every = async (ms, act) => {
    while (!stopping.signal.aborted) {
      const done = act().finally(() => open.delete(done));
      open.add(done);
      await wait(ms);
    }
  };
  const look = async () => {
    const status = await statusOf(`http://${machine.address}:9464/readyz`, {
      signal: AbortSignal.timeout(LOOK_LIMIT_MS),
    });
    looks.push({ at: performance.now(), isReady: status === 200 });
  };
  const write = async () => {
    const sent = performance.now();
    const status = await statusOf(`http://${machine.address}:3000/api/v1/checkout/session`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
      body: JSON.stringify({
        merchant_api_key: apiKey,
        amount: 1_000,
        success_url: "https://shop.example/ok",
        fail_url: "https://shop.example/no",
      }),
      signal: AbortSignal.timeout(WRITE_LIMIT_MS),
    });
    const done = performance.now();
    writes.push({ sent, done, isGood: status === 200 && done - sent <= LATE_MS });
  };
  const loops = [every(LOOK_MS, look), every(WRITE_MS, write)];
  return {
    name: machine.name,
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      await Promise.all(open);
      return outages({ name: machine.name, looks, writes });
    },
  };
}

async function statusOf(url, options) {
  try {
    const response = await fetch(url, options);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/**
 * The spans from the first write that was not answered in time to the next that was. Each has the
 * time, in ms since its beginning, after which `/readyz` did not say 200 any more, and the later
 * moments at which it said so again.
 */
export function outages({ name, looks, writes }) {
  const spans = [];
  let span;
  for (const { sent, done, isGood } of writes.toSorted((a, b) => a.sent - b.sent)) {
    if (isGood) span = undefined;
    else if (span === undefined) spans.push((span = { from: sent, to: done }));
    // The ability to write comes back between this write and the next one.
    else span.to = Math.max(span.from + WRITE_MS, sent);
  }
  return spans.map(({ from, to }) => {
    const during = looks.filter(({ at }) => at >= from && at < to);
    const noticed = during.find(({ isReady }) => !isReady)?.at ?? to;
    const again = during.filter(({ at, isReady }) => isReady && at > noticed);
    return {
      name,
      lasted: Math.round(to - from),
      noticedAfter: Math.round(noticed - from),
      again: again.map(({ at }) => Math.round(at - from)),
    };
  });
}

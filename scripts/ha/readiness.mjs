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
    const { status } = await answerOf(`http://${machine.address}:9464/readyz`, {
      signal: AbortSignal.timeout(LOOK_LIMIT_MS),
    });
    looks.push({ at: performance.now(), isReady: status === 200 });
  };
  const write = async () => {
    const sent = performance.now();
    const { status, text } = await answerOf(
      `http://${machine.address}:3000/api/v1/checkout/session`,
      {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
        body: JSON.stringify({
          merchant_api_key: apiKey,
          amount: 1_000,
          success_url: "https://shop.example/ok",
          fail_url: "https://shop.example/no",
        }),
        signal: AbortSignal.timeout(WRITE_LIMIT_MS),
      },
    );
    const done = performance.now();
    writes.push({ sent, done, isAnswered: status === 200, text });
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

/** Status 0 stands for a call that was not answered. */
async function answerOf(url, options) {
  try {
    const response = await fetch(url, options);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 0, text: error.message };
  }
}

/**
 * The spans from the first write that was not answered in time to the next answer. Each has the
 * time, in ms since its beginning, after which `/readyz` did not say 200 any more, and the later
 * moments at which it said so again although the write that was sent next was refused or late.
 */
export function outages({ name, looks, writes: unordered }) {
  const spans = [];
  const writes = unordered.toSorted((a, b) => a.sent - b.sent);
  for (const write of writes) {
    const { sent } = write;
    if (isGood(write) || sent < spans.at(-1)?.to) continue;
    spans.push({ from: sent, to: endOf(writes, sent) });
  }
  return spans.map(({ from, to }) => {
    const during = looks.filter(({ at }) => at >= from && at < to);
    const noticed = during.find(({ isReady }) => !isReady)?.at ?? to;
    const again = during.filter(({ at, isReady }) => isReady && at > noticed);
    return {
      name,
      lasted: Math.round(to - from),
      noticedAfter: Math.round(noticed - from),
      again: again.flatMap(({ at }) => {
        const next = writes.find(({ sent }) => sent >= at);
        if (next === undefined || isGood(next)) return [];
        return [{ after: Math.round(at - from), ...outcomeOf(next) }];
      }),
    };
  });
}

function isGood({ sent, done, isAnswered }) {
  return isAnswered && done - sent <= LATE_MS;
}

function outcomeOf({ sent, done, isAnswered, text }) {
  return isAnswered ? { took: Math.round(done - sent) } : { refusal: text };
}

/** Writes are possible again from a write that is answered in time, or from a late answer. */
function endOf(writes, from) {
  const ends = writes
    .filter(({ sent, isAnswered }) => isAnswered && sent >= from)
    .map((write) => (isGood(write) ? write.sent : write.done));
  return Math.min(...ends, Math.max(...writes.map(({ done }) => done)));
}

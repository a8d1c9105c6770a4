import { DAY, later, MINUTE, type Instant } from "../../../kernel/clock.ts";
import { announcedAt, endedAt } from "../hold-term.ts";
import type { Payment } from "../payment.ts";
import { statesAwaiting } from "../states.ts";

/** The pause in ms after which a request at the end of a hold that was refused is sent again. */
const AGAIN_MS = 15 * MINUTE;
/** How long after its end a hold is looked at while a capture or void of it has no answer yet. */
const LOOKED_AT_MS = 7 * DAY;

/** The next act of the service for a hold. */
export type HoldStep =
  /** The merchant is told that the hold expires soon; afterwards it is looked at again. */
  | { readonly kind: "announce"; readonly lookAt: Instant }
  | { readonly kind: "send"; readonly move: "void" | "capture" }
  | { readonly kind: "wait"; readonly lookAt: Instant }
  /** Nothing more is to be done. */
  | { readonly kind: "done" };

const DONE: HoldStep = { kind: "done" };

/** Returns the step that is due for a hold at a moment of its payment's own time. */
export function holdStep(payment: Payment, isAnnounced: boolean, now: Instant): HoldStep {
  const { state, captureBefore, onHoldEnd } = payment;
  if (captureBefore === undefined || onHoldEnd === undefined) return DONE;
  if (statesAwaiting("modification").includes(state)) return whileUnderWay(captureBefore, now);
  if (state !== "authorized") return DONE;
  if (now < announcedAt(captureBefore)) {
    return { kind: "wait", lookAt: announcedAt(captureBefore) };
  }
  const endAt = endedAt(captureBefore);
  const lookAt = now < endAt ? endAt : now;
  if (!isAnnounced) return { kind: "announce", lookAt };
  if (onHoldEnd === "keep") return DONE;
  return now < endAt ? { kind: "wait", lookAt } : { kind: "send", move: onHoldEnd };
}

/** Returns the step after a capture or void was sent: only a refusal leaves the hold as it was. */
export function stepAfter({ state, captureBefore }: Payment, now: Instant): HoldStep {
  const isOpen = captureBefore !== undefined && statesAwaiting("modification").includes(state);
  if (isOpen) return whileUnderWay(captureBefore, now);
  if (state !== "authorized" || captureBefore === undefined) return DONE;
  return now < captureBefore ? { kind: "wait", lookAt: later(now, AGAIN_MS) } : DONE;
}

/** The pauses grow after the end, because a person may have to clear the request with the bank. */
function whileUnderWay(captureBefore: Instant, now: Instant): HoldStep {
  const overMs = now - captureBefore;
  if (overMs > LOOKED_AT_MS) return DONE;
  return { kind: "wait", lookAt: later(now, Math.max(overMs, AGAIN_MS)) };
}

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EARLY_MS, EarlyRounds, FEW_EVENTS } from "./early-rounds.ts";

describe("rounds soon after a commit", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start() {
    const wake = vi.fn<() => void>();
    return { wake, early: new EarlyRounds(wake) };
  }

  it("begin a moment after it, one for all commits of that moment", () => {
    const { wake, early } = start();
    early.noteCommit();
    vi.advanceTimersByTime(EARLY_MS - 1);
    early.noteCommit();
    expect(wake).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(wake).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10 * EARLY_MS);
    expect(wake).toHaveBeenCalledTimes(1);
  });

  it("stop while a round has many events, and come back when they are few again", () => {
    const { wake, early } = start();
    early.noteRound(FEW_EVENTS + 1);
    early.noteCommit();
    vi.advanceTimersByTime(EARLY_MS);
    expect(wake).not.toHaveBeenCalled();
    early.noteRound(FEW_EVENTS);
    early.noteCommit();
    vi.advanceTimersByTime(EARLY_MS);
    expect(wake).toHaveBeenCalledTimes(1);
  });
});

import type { Problem } from "./problem.ts";

/** The answer to a client that may be testing stolen cards; it does not reveal the limit. */
export function tooManyCards(waitS: number): Problem {
  return tooMany("Too many cards have failed here. No other is tried", waitS);
}

export function tooManyBins(waitS: number): Problem {
  return tooMany("Too many different bin_numbers were asked about. No other is answered", waitS);
}

function tooMany(sentence: string, waitS: number): Problem {
  return {
    code: "too_many_attempts",
    detail: `${sentence} for the next ${waitS} s.`,
    retryAfterS: waitS,
  };
}

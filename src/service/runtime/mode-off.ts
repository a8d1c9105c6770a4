import type { Config } from "../../config/config.ts";
import type { Mode } from "../../domain/merchant/merchant.ts";

type Switches = Pick<Config, "mayServeLive" | "testBank" | "bankUrl">;

/** Returns why a mode is off, as the end of a sentence about the key, or undefined if it is on. */
export function modeOff(config: Switches, mode: Mode): string | undefined {
  if (mode === "live" && !config.mayServeLive) {
    return "must be a test key: live mode needs an https address (VEZNE_PUBLIC_URL)";
  }
  if (mode === "test" && !hasSandbox(config)) {
    return "must be a live key: test mode needs the test bank (VEZNE_SIMULATED_BANK)";
  }
  return undefined;
}

/** True if there is a test bank, in this service or elsewhere. */
export function hasSandbox({ testBank, bankUrl }: Omit<Switches, "mayServeLive">): boolean {
  return testBank || bankUrl !== undefined;
}

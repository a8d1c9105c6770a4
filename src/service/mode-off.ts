import type { Config } from "../config/config.ts";
import type { Mode } from "../merchant/merchant.ts";

type Switches = Pick<Config, "mayServeLive" | "simulatedBank" | "bankUrl">;

/** Why there are no sessions of a mode; completes a sentence that begins with the key. */
export function modeOff(config: Switches, mode: Mode): string | undefined {
  if (mode === "live" && !config.mayServeLive) {
    return "must be a test key: live mode needs an https address (VEZNE_PUBLIC_URL)";
  }
  if (mode === "test" && !hasSandbox(config)) {
    return "must be a live key: test mode needs the simulated bank (VEZNE_SIMULATED_BANK)";
  }
  return undefined;
}

/** Whether there is a simulated bank, here or elsewhere. */
export function hasSandbox({ simulatedBank, bankUrl }: Omit<Switches, "mayServeLive">): boolean {
  return simulatedBank || bankUrl !== undefined;
}

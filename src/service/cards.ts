import type { BinDirectory } from "../card/ports.ts";
import { openBinDirectory } from "../edge/store/card/bin-directory.ts";
import type { Installation } from "./installation.ts";
import type { Round } from "./job.ts";

/** The BIN table in memory. */
export function openBins({ binStore }: Pick<Installation, "binStore">): Promise<BinDirectory> {
  return openBinDirectory(binStore);
}

/** Reads an imported BIN table that no look-up of this process has asked for. */
export function reloadBins(bins: BinDirectory): Round {
  return async () => {
    await bins.refresh();
    return false;
  };
}

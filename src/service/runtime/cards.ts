import type { BinDirectory } from "../../domain/card/ports.ts";
import { openBinDirectory } from "../../store/card/bin-directory.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "./job.ts";

/** The BIN table in memory. */
export function openBins({ binStore }: Pick<Installation, "binStore">): Promise<BinDirectory> {
  return openBinDirectory(binStore);
}

/** Reads a newly imported BIN table; a look-up reads it too, but a process may get no look-up. */
export function reloadBins(bins: BinDirectory): Round {
  return async () => {
    await bins.refresh();
    return false;
  };
}

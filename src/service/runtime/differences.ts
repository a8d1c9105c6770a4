import { DIFFERENCES_KEPT_DAYS } from "../../domain/connection/store-key.ts";
import { DAY, later } from "../../kernel/clock.ts";
import { forgetReturnDifferences } from "../../store/connection/return-differences.ts";
import type { Installation } from "../installation/installation.ts";
import { sweepGroups } from "../installation/merchant-groups.ts";
import type { Round } from "./job.ts";

/** Removes records of returns whose signature differs once they are a month old. */
export function forgetOldDifferences(installation: Pick<Installation, "clock" | "groups">): Round {
  const before = () => later(installation.clock.now(), -DIFFERENCES_KEPT_DAYS * DAY);
  return () => sweepGroups(installation, (pool) => forgetReturnDifferences(pool, before()));
}

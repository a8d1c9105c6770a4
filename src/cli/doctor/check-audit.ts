import type { Pool } from "pg";
import { ownsAudit } from "../../database/installation/audit-owner.ts";
import { ok, warning, type Check } from "./check.ts";

/** Checks that the service can't change or drop its own audit log. */
export async function checkAudit(pool: Pool): Promise<Check> {
  if (!(await ownsAudit(pool))) return ok("audit log", "belongs to a role of its own");
  const advice = "Give the table to another role, as docs/operations/audit.md shows.";
  return warning("audit log", "the service's role owns it", advice);
}

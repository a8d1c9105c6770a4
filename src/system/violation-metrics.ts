import { Counter, type Registry } from "@platformatic/prom-client";
import type { PolicyViolation } from "../domain/report/policy-violation.ts";

/** Counts the violations of content security policies that browsers report. */
export type ViolationCounter = {
  countViolation(violation: Pick<PolicyViolation, "page" | "directive">): void;
  /** Counts a body of reports that was refused because of the limit. */
  countRefusedReports(): void;
};

export function violationCounter(registry: Registry): ViolationCounter {
  const violations = new Counter({
    name: "vezne_policy_violations_total",
    help: "Violations of a page's content security policy that browsers reported.",
    labelNames: ["page", "directive"],
    registers: [registry],
  });
  const refused = new Counter({
    name: "vezne_policy_reports_refused_total",
    help: "Reports of content security policies that were refused because there were too many.",
    registers: [registry],
  });
  return {
    countViolation: ({ page, directive }) => violations.inc({ page, directive }),
    countRefusedReports: () => refused.inc(),
  };
}

import { MINUTE, SECOND } from "../../kernel/clock.ts";
import type { Job } from "./job-row.ts";
import { compareBookings } from "./compare-bookings.ts";
import { endOpenHolds } from "./end-holds.ts";
import { finishRefundRequests } from "./refund-requests.ts";
import { keepCardNotes } from "../runtime/connections.ts";
import { recoverPayments, watchReferences } from "../runtime/payments.ts";

/** The jobs that ask the banks about payments. */
export const BANK_JOBS: readonly Job[] = [
  {
    name: "recover-payments",
    everyMs: 500,
    restsWhenIdle: true,
    restsUpToMs: 2 * SECOND,
    purpose: "asks the banks for outcomes that are unknown",
    failure: { level: "error", sentence: "recovery round failed" },
    run: ({ installation, runtime }) => recoverPayments(runtime.deps, installation),
  },
  {
    name: "end-holds",
    everyMs: 5 * SECOND,
    restsWhenIdle: true,
    purpose: "announces holds that end within a day, and voids or captures them in their last hour",
    failure: { level: "error", sentence: "ending holds failed" },
    run: ({ installation, runtime }) => endOpenHolds(runtime.deps, installation),
  },
  {
    name: "watch-references",
    everyMs: MINUTE,
    purpose:
      "asks the banks about failed payments that they may still book, about attempts that wait " +
      "for a person, and whether they made a refund of a part twice; " +
      "makes inquiries due that lie too far ahead",
    failure: { level: "error", sentence: "looking up failed payments at the banks failed" },
    run: ({ runtime }) => watchReferences(runtime.deps),
  },
  {
    name: "compare-bookings",
    everyMs: MINUTE,
    purpose:
      "asks the banks once an hour what they booked, and compares it; and once a day for their cards",
    failure: { level: "error", sentence: "comparing the bookings of the banks failed" },
    run: ({ installation, runtime }) => compareBookings(runtime.deps, installation),
  },
  {
    name: "keep-card-notes",
    everyMs: MINUTE,
    purpose: "keeps what banks said of cards, and removes what none has repeated for 400 days",
    failure: { level: "warn", sentence: "the words of banks about cards were not kept" },
    run: ({ installation, runtime }) => keepCardNotes(installation, runtime.connections),
  },
  {
    name: "finish-refund-requests",
    everyMs: MINUTE,
    purpose: "makes approved refunds that a process left when it ended",
    failure: { level: "error", sentence: "finishing approved refunds failed" },
    run: ({ installation, runtime }) => finishRefundRequests(runtime.deps, installation),
  },
];

import type { LaneWatch } from "../../database/batch/batch-connection.ts";
import { errorType, type Span, type Tracer } from "./tracer.ts";

/**
 * Records for each item of a traced commit how long it waited for its batch, and how long the batch
 * took. All spans of one batch have its number.
 */
export function tracedBatches(tracer: Tracer): LaneWatch {
  return () => {
    const above = tracer.active();
    if (above === undefined) return undefined;
    let step: Span | undefined = tracer.start({ name: "wait for batch", parent: above });
    return {
      sent({ number, size }) {
        step?.end();
        step = tracer.start({
          name: "commit batch",
          kind: "client",
          parent: above,
          attributes: {
            "db.system.name": "postgresql",
            "vezne.batch.number": number,
            "vezne.batch.size": size,
          },
        });
      },
      ended(error) {
        if (error !== undefined) step?.fail(errorType(error));
        step?.end();
      },
    };
  };
}

import type { ApiAnswer, ApiBody } from "./api-client.ts";
import type { DocumentedOperation } from "./api-document.ts";
import type { ExampleWorld } from "./example-world.ts";

export type CauseCall = {
  readonly world: ExampleWorld;
  readonly operation: DocumentedOperation;
  /** The problem as the document shows it. */
  readonly promised: ApiBody;
};

export type Cause = (call: CauseCall) => Promise<ApiAnswer>;

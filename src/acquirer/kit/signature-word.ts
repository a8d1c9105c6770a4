import type { SignatureDifference } from "../../domain/connection/store-key.ts";
import type { AttemptId } from "../../kernel/ids.ts";

/** The bank's signature of a return, or of its answer about one, as it was checked. */
export type SignatureWord =
  | { readonly kind: "verified" }
  | {
      readonly kind: "differs";
      readonly attemptId: AttemptId;
      /** Looks for the causes, so it is called once for each attempt at most. */
      readonly describe: () => SignatureDifference;
    };

import type { CardBrand } from "../../card/card-number.ts";
import type { CardBehaviour } from "../../kernel/card-behaviour.ts";

/** A test card in the list of the test pages; the simulated bank's own table has the same type. */
export type SandboxCard = {
  readonly number: string;
  readonly brand: CardBrand;
  readonly type: "credit" | "debit";
  readonly bank: string;
  readonly program: string | undefined;
  readonly behaviour: CardBehaviour;
};

import type { CardBrand } from "../domain/card/card-number.ts";
import type { CardBehaviour } from "../kernel/card-behaviour.ts";

/** A test card as the pages of test sessions list it; the test bank's table has this type. */
export type SandboxCard = {
  readonly number: string;
  readonly brand: CardBrand;
  readonly type: "credit" | "debit";
  readonly bank: string;
  readonly program: string | undefined;
  readonly behaviour: CardBehaviour;
};

import type { CardDetails } from "../../card/card-details.ts";
import type { CardVault, VaultRefusal } from "../../card/ports.ts";
import type { CardOwner } from "../../card/stored-card.ts";
import { customerIdOf } from "../../session/customer-key.ts";
import type { Session } from "../../session/session.ts";
import type { CardToken } from "../../../kernel/ids.ts";
import { ok, refused, type Result } from "../../../kernel/result.ts";
import type { Secret } from "../../../kernel/secret.ts";
import type { Preparation } from "./payment-method.ts";

/** A stored card in place of a typed one. A CVC may come with it and is sent to the bank only. */
export type StoredCardChoice = { readonly token: string; readonly cvc: Secret | undefined };

/** The card that pays, with its token if it is a stored one. */
export type PayingCard = CardDetails & { readonly token?: CardToken };

export type StoredCardRefusal = { readonly code: VaultRefusal };

/** Returns the owner of the stored cards that a session may use. */
export function cardOwner({ merchantId, mode, customer }: Session): CardOwner {
  return { merchantId, mode, customerId: customerIdOf(customer) };
}

/** Returns the card that pays, read from the vault if it was chosen by its token. */
export async function payingCard(
  vault: CardVault,
  session: Session,
  choice: CardDetails | StoredCardChoice,
): Promise<Result<PayingCard, StoredCardRefusal>> {
  if (!("token" in choice)) return ok(choice);
  const opened = await vault.open(cardOwner(session), choice.token);
  if (!opened.ok) return refused({ code: opened.refusal });
  return ok({ ...opened.value, cvc: choice.cvc });
}

/**
 * Preparation that stores a card: the vault encrypts it and sets it aside before the payment
 * begins, so that neither 3-D Secure nor a lost answer loses it. The commit that ends the payment
 * keeps or erases it.
 */
export function savingCard(vault: CardVault, session: Session, card: CardDetails): Preparation {
  return {
    async begin(intent) {
      const { payment } = intent;
      const cardToken = await vault.setAside({
        owner: cardOwner(session),
        orderId: payment.orderId,
        card,
        brand: payment.card?.brand,
        bankName: payment.card?.bankName,
        at: payment.createdAt,
      });
      return cardToken === undefined ? intent : { ...intent, payment: { ...payment, cardToken } };
    },
    async undo({ payment }) {
      if (payment.cardToken !== undefined) await vault.discard(payment.orderId);
    },
  };
}

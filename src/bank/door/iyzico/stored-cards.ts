import { randomText } from "../../../kernel/ids.ts";
import type { PresentedCard } from "../../card.ts";
import type { DoorAnswer } from "../kit/door-answer.ts";
import type { Door } from "../kit/door.ts";
import { type Asked, failure, success } from "./answers.ts";
import { associationOf, issuerOf } from "./cards.ts";
import { readNewCard, type StoredCard, text } from "./messages.ts";

type Kept = {
  readonly cardToken: string;
  readonly cardAlias: string;
  readonly card: PresentedCard;
};

/** More users than any test stores; the oldest one makes room. */
const MOST_USERS = 1_000;

/**
 * Cards that merchants store at the company. They live as long as the process, because the book
 * keeps no card number.
 */
export class StoredCards {
  readonly #door: Door;
  readonly #users = new Map<string, readonly Kept[]>();

  constructor(door: Door) {
    this.#door = door;
  }

  store(asked: Asked): DoorAnswer {
    const { caller, content } = asked;
    const given = content["card"];
    const known = text(content, "cardUserKey");
    if (known === "" && !/^[^@\s]+@[^@\s]+$/.test(text(content, "email"))) {
      return failure(asked, "3");
    }
    const card = readNewCard(given);
    if (typeof card === "string") return failure(asked, card);
    const cardUserKey = known === "" ? randomText(this.#door.deps.random, 32) : known;
    const user = `${caller.terminal}/${cardUserKey}`;
    if (known !== "" && !this.#users.has(user)) return failure(asked, "3005");
    const cardToken = randomText(this.#door.deps.random, 32);
    const kept = { cardToken, cardAlias: text(given, "cardAlias"), card };
    this.#users.set(user, [...(this.#users.get(user) ?? []), kept]);
    const [oldest] = this.#users.keys();
    if (this.#users.size > MOST_USERS && oldest !== undefined) this.#users.delete(oldest);
    const externalId = text(content, "externalId");
    return success(asked, { externalId, cardUserKey, ...detailsOf(kept) });
  }

  list(asked: Asked): DoorAnswer {
    const cardUserKey = text(asked.content, "cardUserKey");
    if (cardUserKey === "") return failure(asked, "3001");
    const kept = this.#users.get(`${asked.caller.terminal}/${cardUserKey}`);
    if (kept === undefined) return failure(asked, "3005");
    return success(asked, { cardUserKey, cardDetails: kept.map(detailsOf) });
  }

  drop(asked: Asked): DoorAnswer {
    const cardUserKey = text(asked.content, "cardUserKey");
    const cardToken = text(asked.content, "cardToken");
    if (cardUserKey === "") return failure(asked, "3001");
    if (cardToken === "") return failure(asked, "3002");
    const user = `${asked.caller.terminal}/${cardUserKey}`;
    const kept = this.#users.get(user) ?? [];
    const left = kept.filter((one) => one.cardToken !== cardToken);
    if (left.length === kept.length) return failure(asked, "3006");
    this.#users.set(user, left);
    return success(asked, {});
  }

  /** The card behind the tokens that a payment of the terminal names. */
  of(terminal: string): StoredCard {
    return ({ cardUserKey, cardToken }) =>
      this.#users.get(`${terminal}/${cardUserKey}`)?.find((one) => one.cardToken === cardToken)
        ?.card;
  }
}

function detailsOf({ cardToken, cardAlias, card: { number } }: Kept): object {
  const issuer = issuerOf(number);
  return {
    cardToken,
    cardAlias,
    binNumber: number.slice(0, 8),
    lastFourDigits: number.slice(-4),
    cardType: issuer?.cardType ?? "CREDIT_CARD",
    cardAssociation: associationOf(number),
    ...(issuer === undefined
      ? {}
      : {
          cardFamily: issuer.cardFamily,
          cardBankCode: issuer.bankCode,
          cardBankName: issuer.bankName,
        }),
  };
}

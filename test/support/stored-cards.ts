import { randomBytes } from "node:crypto";
import type { CardOwner } from "../../src/domain/card/stored-card.ts";
import { createStoredCardStore } from "../../src/store/card/stored-card-store.ts";
import { createVaultKeyStore } from "../../src/store/vault/vault-key-store.ts";
import { createCardVault } from "../../src/vault/card-vault.ts";
import type { KeySource } from "../../src/vault/key-source.ts";
import { VaultKeys } from "../../src/vault/vault-keys.ts";
import { instant } from "../../src/kernel/clock.ts";
import { newOrderId, type CardToken } from "../../src/kernel/ids.ts";
import { Secret } from "../../src/kernel/secret.ts";
import type { CardVault } from "../../src/domain/card/ports.ts";
import type { TestDatabase } from "./database.ts";

const random = { bytes: (count: number) => randomBytes(count) };
const clock = { now: () => instant(Date.now()) };

/** A vault like a service's, with keys that the test chooses. */
export function openTestVault(database: TestDatabase, source: KeySource): CardVault {
  const pool = database.open();
  const keys = new VaultKeys({ source, registry: createVaultKeyStore(pool), random, clock });
  return createCardVault({
    store: createStoredCardStore(pool),
    keys,
    clock,
    random,
    report: (sentence, facts) => {
      throw new Error(`${sentence}: ${JSON.stringify(facts)}`);
    },
  });
}

/** A card number with a valid check digit, one for each index. */
export function cardNumberOf(index: number): string {
  const digits = `4${String(index).padStart(14, "0")}`;
  for (let check = 0; check < 10; check += 1) {
    if (isLuhn(`${digits}${check}`)) return `${digits}${check}`;
  }
  throw new Error("one of ten check digits fits");
}

function isLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const weighed = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}

const AT_ONCE = 50;

/** Stores cards like approved payments, without the payments. */
export async function storeCards(
  database: TestDatabase,
  vault: CardVault,
  wish: { readonly owner: CardOwner; readonly numbers: readonly string[] },
): Promise<readonly CardToken[]> {
  const { owner, numbers } = wish;
  const at = clock.now();
  const tokens: (CardToken | undefined)[] = [];
  const setAside = (number: string) =>
    vault.setAside({
      owner,
      orderId: newOrderId(owner.merchantId, { now: at, random }),
      card: {
        number: new Secret(number),
        expiry: { month: 12, year: 2090 },
        cvc: undefined,
        holderName: "Ada Şahin",
      },
      bankName: undefined,
      at,
    });
  for (let start = 0; start < numbers.length; start += AT_ONCE) {
    const some = numbers.slice(start, start + AT_ONCE);
    tokens.push(...(await Promise.all(some.map(setAside))));
  }
  const pool = database.open({ max: 1 });
  await pool.query(
    `with draft as (delete from card_draft where merchant_id = $1 returning *)
     update stored_card
     set expire_month = draft.expire_month, expire_year = draft.expire_year,
       holder_name = draft.holder_name, key_id = draft.key_id, wrapped_key = draft.wrapped_key,
       sealed = draft.sealed
     from draft
     where stored_card.merchant_id = draft.merchant_id
       and stored_card.card_token = draft.card_token`,
    [owner.merchantId],
  );
  await pool.end();
  return tokens.map((token) => {
    if (token === undefined) throw new Error("a card could not be stored");
    return token;
  });
}

/** The card number of a token, decrypted with its owner. */
export async function numberBehind(
  vault: CardVault,
  owner: CardOwner,
  token: string,
): Promise<string> {
  const opened = await vault.open(owner, token);
  if (!opened.ok) throw new Error(`${token}: ${opened.refusal}`);
  return opened.value.number.reveal();
}

import { describe, expect, it } from "vitest";
import { newMerchantId } from "../../kernel/ids.ts";
import { offerAccount, type OfferAccount } from "./offer-account.ts";
import type { TransferStore } from "./ports.ts";
import type { ReceivingAccount } from "./receiving-account.ts";

const merchantId = newMerchantId({ bytes: (count) => new Uint8Array(count) });
const TURKISH: OfferAccount = {
  owner: { merchantId, mode: "live" },
  iban: "tr33 0006 1005 1978 6457 8413 26",
  bankName: " Şekerbank ",
  accountHolder: "Kitapçı A.Ş.",
  currency: "TRY",
};

function book(offered: readonly ReceivingAccount[] = []) {
  const kept: ReceivingAccount[] = [];
  const transfers: Pick<TransferStore, "accountsOf" | "offerAccount"> = {
    accountsOf: async () => offered,
    offerAccount: async (account) => kept.push(account) > 0,
  };
  return { kept, deps: { transfers } };
}

describe("an account for transfers", () => {
  it("is stored normalized, with the bank code of its IBAN, after the others", async () => {
    const first = book();
    const { value: account } = { value: undefined, ...(await offerAccount(first.deps, TURKISH)) };
    expect(account).toEqual({
      merchantId,
      mode: "live",
      iban: "TR330006100519786457841326",
      bankCode: "0061",
      bankName: "Şekerbank",
      accountHolder: "Kitapçı A.Ş.",
      currency: "TRY",
      position: 0,
    });
    if (account === undefined) return;
    const other = { ...account, iban: "DE89370400440532013000", position: 4 };
    const behind = book([other]);
    await offerAccount(behind.deps, TURKISH);
    const again = book([{ ...account, position: 2 }, other]);
    await offerAccount(again.deps, TURKISH);
    expect([behind, again].map(({ kept }) => kept[0]?.position)).toEqual([5, 2]);
  });

  it.each<[keyof OfferAccount, string | undefined, string]>([
    ["iban", "TR34 0006 1005 1978 6457 8413 26", "iban"],
    ["iban", "", "iban"],
    ["iban", "DE89370400440532013000", "bank_code"],
    ["bankCode", "Ziraat Bankası", "bank_code"],
    ["currency", "JPY", "currency"],
    ["currency", "try", "currency"],
    ["bankName", "", "bank_name"],
    ["accountHolder", " ", "account_holder"],
    ["accountHolder", "A".repeat(256), "account_holder"],
    ["accountHolder", "Kitapçı\nA.Ş.", "account_holder"],
    ["bankName", "Şeker\0bank", "bank_name"],
  ])("with %s %j is refused for its %s, and not stored", async (name, value, field) => {
    const { kept, deps } = book();
    const offered = await offerAccount(deps, { ...TURKISH, [name]: value });
    expect(offered).toMatchObject({ ok: false, refusal: { field } });
    expect(kept).toEqual([]);
  });
});

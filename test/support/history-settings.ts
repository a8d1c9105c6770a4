import { deepStrictEqual } from "node:assert";
import type { MerchantId } from "../../src/kernel/ids.ts";
import type { Chance } from "./chance.ts";
import type { HistoryService } from "./history-service.ts";

const ZONES = ["Europe/Istanbul", "Pacific/Kiritimati", "America/Adak"];
const RATE = { program: "Bonus", card_bank: "own", installment_count: 3, valid_from: "2020-01-01" };

const CHANCES = {
  style: 2,
  challenge: 2,
  zone: 1,
  origins: 1,
  suspension: 3,
  key: 2,
  secret: 1,
  live: 1,
  rates: 1,
};

/** The settings of one merchant, which change between the steps of its history. */
export class HistorySettings {
  readonly #service: HistoryService;
  readonly #path: string;
  readonly #chance: Chance;
  #style = "flags";
  /** True while every card payment goes through 3-D Secure. */
  mustChallenge = false;
  isSuspended = false;

  constructor(service: HistoryService, merchantId: MerchantId, chance: Chance) {
    this.#service = service;
    this.#path = `merchants/${merchantId}`;
    this.#chance = chance;
  }

  /** Changes one setting; returns what changed, and the key that is in force from now on. */
  async change(): Promise<{ readonly outcome: string; readonly key?: string | undefined }> {
    switch (this.#chance.weighted(CHANCES)) {
      case "style":
        this.#style = this.#style === "flags" ? "codes" : "flags";
        await this.#patch({ response_style: this.#style });
        return { outcome: this.#style };
      case "challenge":
        this.mustChallenge = !this.mustChallenge;
        await this.#patch({ three_d_secure: this.mustChallenge ? "always" : "optional" });
        return { outcome: `3-D Secure ${this.mustChallenge ? "always" : "optional"}` };
      case "zone":
        await this.#patch({ time_zone: this.#chance.pick(ZONES) });
        return { outcome: "time zone" };
      case "origins":
        await this.#patch({ allowed_origins: ["https://other.example"] });
        return { outcome: "origins" };
      case "suspension":
        await this.#suspend(!this.isSuspended);
        return { outcome: this.isSuspended ? "suspended" : "active again" };
      case "key": {
        const body = { mode: "test", grace_hours: 0 };
        const { api_key: key } = await this.#send("POST", "/keys/roll", body);
        return { outcome: "key rolled", key: String(key) };
      }
      case "secret":
        await this.#send("POST", "/webhook-secret/roll", { overlap_hours: 0 });
        return { outcome: "secret rolled" };
      case "live":
        await this.#send("PUT", "/live", { live: false });
        return { outcome: "live off" };
      case "rates": {
        const rows = [{ ...RATE, commission_rate: this.#chance.between(1, 9) }];
        await this.#send("PUT", "/commission-rates?mode=test", { rows });
        return { outcome: "commission rates" };
      }
    }
  }

  /** Ends a suspension, so that the next call may be any. */
  async resume(): Promise<void> {
    if (this.isSuspended) await this.#suspend(false);
  }

  async #suspend(isSuspended: boolean): Promise<void> {
    this.isSuspended = isSuspended;
    await this.#patch({ state: isSuspended ? "suspended" : "active" });
  }

  #patch(body: object): Promise<unknown> {
    return this.#send("PATCH", "", body);
  }

  async #send(method: string, path: string, body: object) {
    const operator = await this.#service.operator();
    const answer = await operator(method, `${this.#path}${path}`, body);
    deepStrictEqual(
      [answer.status, answer.text.slice(0, answer.status === 200 ? 0 : 300)],
      [200, ""],
    );
    return answer.body;
  }
}

import {
  afterAnswer,
  beginTry,
  HEALTH_RULES,
  healthState,
  HEALTHY,
  type Health,
  type HealthRules,
  type HealthState,
} from "../../domain/connection/health.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { ConnectionId } from "../../kernel/ids.ts";

/**
 * The health of connections as this process sees it. Each process learns by its own calls, because
 * the network between a machine and a bank can fail for one machine alone.
 */
export class ConnectionHealth {
  readonly #clock: Clock;
  readonly #rules: HealthRules;
  readonly #known = new Map<ConnectionId, Health>();

  constructor(clock: Clock, rules: HealthRules = HEALTH_RULES) {
    this.#clock = clock;
    this.#rules = rules;
  }

  /** The state, or undefined before this process has an answer to a charge. */
  knownStateOf(connectionId: ConnectionId): HealthState | undefined {
    return this.#known.has(connectionId) ? this.stateOf(connectionId) : undefined;
  }

  stateOf(connectionId: ConnectionId): HealthState {
    return healthState(this.#of(connectionId), this.#clock.now());
  }

  /** Notes that a payment goes to the connection, so that no other one tries it as well. */
  beginTry(connectionId: ConnectionId): void {
    const known = this.#known.get(connectionId);
    if (known === undefined) return;
    this.#keep(connectionId, beginTry(known, this.#clock.now(), this.#rules));
  }

  note(connectionId: ConnectionId, isFailure: boolean): void {
    const answer = { at: this.#clock.now(), isFailure };
    this.#keep(connectionId, afterAnswer(this.#of(connectionId), answer, this.#rules));
  }

  #of(connectionId: ConnectionId): Health {
    return this.#known.get(connectionId) ?? HEALTHY;
  }

  #keep(connectionId: ConnectionId, health: Health): void {
    this.#known.set(connectionId, health);
  }
}

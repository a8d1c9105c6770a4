import type { Config } from "../config/config.ts";
import { sleep } from "../system/sleep.ts";
import { SECOND } from "../kernel/clock.ts";
import type { StopMode } from "./start/end-process.ts";
import type { Service } from "./service.ts";

/**
 * A service that goes on serving for a while after the signal to stop, so that a load balancer
 * learns from `/readyz` to send its calls elsewhere before it stops listening.
 */
export function stoppable({ stopDelayS }: Pick<Config, "stopDelayS">, service: Service) {
  return {
    async stop({ servesOn }: Pick<StopMode, "servesOn">): Promise<void> {
      if (servesOn && stopDelayS > 0) {
        service.leave();
        await sleep(stopDelayS * SECOND);
      }
      await service.stop({ servesOn });
    },
  };
}

import { instant, type Clock } from "../kernel/clock.ts";

export const systemClock: Clock = { now: () => instant(Date.now()) };

/** Seeds of random histories that once found a fault; they are played for ever. */
export const FAILED_SEEDS: readonly number[] = [];

/**
 * Seeds of random histories that once found a fault, in the service or in the player itself; they
 * are played for ever. 77: the player looked at a capture while recovery was asking about it.
 */
export const FAILED_SEEDS: readonly number[] = [77];

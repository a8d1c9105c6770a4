/**
 * Seeds of random histories that once found a fault, in the service or in the player itself; they
 * are played for ever. 77: the player looked at a capture while recovery was asking about it.
 * 20261130: it sent money after a transfer's deadline before the transfer was given up.
 */
export const FAILED_SEEDS: readonly number[] = [77, 20_261_130];

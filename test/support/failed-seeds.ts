/**
 * Seeds of random histories that once found a fault, in the service or in the player itself; they
 * are played for ever. 77: the player looked at a capture while recovery was asking about it.
 * 20261130: it sent money after a transfer's deadline before the transfer was given up.
 * 20261121: the service died before anybody was told where to send money, and the model knew of no
 * such transfer. 1003 to 1014: an answer that could not be stored said `processing`, and the player
 * held the repeated answer for the last word. 2005 to 2011: a refund of which the service told
 * `refund_pending` while it had lost its database was taken for one that nobody had been told of.
 * 2017: a call that was refused for now was repeated later. 4003: recovery failed at an attempt for
 * want of time, and kept it to itself while the clock stood still.
 */
export const FAILED_SEEDS: readonly number[] = [
  77, 20_261_130, 20_261_121, 1_003, 1_006, 1_007, 1_008, 1_009, 1_011, 1_012, 1_014, 2_005, 2_006,
  2_007, 2_008, 2_010, 2_011, 2_017, 4_003,
];

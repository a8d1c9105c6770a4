/**
 * Seeds of random histories that once found a defect, in the service or in the player itself; the
 * full run plays a fifth of them, another one each day. 77: the player checked a capture during its
 * recovery inquiry. 20261130: it sent money after a transfer's deadline but before the
 * cancellation. 20261121: the service died before it had answered with an account, and the model
 * knew no such transfer. 1003 to 1014: an answer that could not be stored was `processing`, and the
 * player expected the repeated answer to be final. 2005 to 2011: a refund that the service had
 * answered with `refund_pending`, while its database was lost, was taken for an unanswered one.
 * 2017: a call with a temporary refusal was repeated later. 4003: recovery failed at an attempt
 * because of a timeout, and did not report it while the clock stood still.
 */
export const FAILED_SEEDS: readonly number[] = [
  77, 20_261_130, 20_261_121, 1_003, 1_006, 1_007, 1_008, 1_009, 1_011, 1_012, 1_014, 2_005, 2_006,
  2_007, 2_008, 2_010, 2_011, 2_017, 4_003,
];

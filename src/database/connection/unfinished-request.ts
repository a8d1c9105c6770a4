/** SQL: true if a row of `refund_request` is approved, and its refund is not made yet. */
export const IS_UNFINISHED = "state = 'approved' and refund_id is null and refusal is null";

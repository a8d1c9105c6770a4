/** The hours that a replaced key may go on working. */
export const GRACE_HOURS = ["0", "1", "24", "168"] as const;

/** The lifetime of a key in days; 0 means without an end. */
export const LIFETIME_DAYS = ["0", "30", "90", "365"] as const;

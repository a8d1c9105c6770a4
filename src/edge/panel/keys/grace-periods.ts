/** How long a replaced key may go on working, in hours. */
export const GRACE_HOURS = ["0", "1", "24", "168"] as const;

/** How long a key may live, in days; 0: until it is ended. */
export const LIFETIME_DAYS = ["0", "30", "90", "365"] as const;

/** A setting that can't be right; the message names the variable and says what would be. */
export class ConfigError extends Error {}

/** A setting that is not valid; the message names the variable and the valid form. */
export class ConfigError extends Error {}

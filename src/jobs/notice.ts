/**
 * The time, in ms, after which every process has noticed what another one wrote into the tables
 * that processes keep in memory. A process looks once a second at least, also an idle one and one
 * under load; half a second is left for the look itself.
 */
export const NOTICED_AFTER_MS = 1_500;

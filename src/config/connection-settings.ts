import { integerOf, type Environment } from "./values.ts";

/** The numbers of connections to the database that one process opens at most. */
export type ConnectionSettings = {
  /** Connections for requests. */
  readonly requests: number;
  /** For background jobs. */
  readonly jobs: number;
  /** For lists, summaries and the panel; to the replica if there is one. */
  readonly reports: number;
};

export function readConnections(environment: Environment): ConnectionSettings {
  const most = (name: string, fallback: number): number =>
    integerOf(environment, name, { fallback, min: 2, max: 200 });
  return {
    requests: most("VEZNE_REQUEST_CONNECTIONS", 16),
    jobs: most("VEZNE_JOB_CONNECTIONS", 4),
    reports: most("VEZNE_REPORT_CONNECTIONS", 6),
  };
}

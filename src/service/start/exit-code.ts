/** The exit codes of all processes, for scripts and supervisors; 0 is success. */
export const EXIT = {
  /** The work was refused or failed, or the service could not start. */
  refused: 1,
  /** The command line or the configuration is wrong. */
  usage: 2,
  /** The service does not answer. */
  unreachable: 3,
  /** An uncaught error, which is a defect. BSD calls this code EX_SOFTWARE. */
  defect: 70,
} as const;

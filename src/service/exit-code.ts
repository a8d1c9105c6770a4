/** What a script or a supervisor can tell by the exit code of a process of ours; 0 is done. */
export const EXIT = {
  /** Refused, failed, or not able to start. */
  refused: 1,
  /** The command line or the configuration can't be right. */
  usage: 2,
  /** The service does not answer. */
  unreachable: 3,
  /** An error that no code took: a defect. BSD calls this code EX_SOFTWARE. */
  defect: 70,
} as const;

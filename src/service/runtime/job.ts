/** One round of a job; resolves to true if more work waits and the next round follows at once. */
export type Round = () => Promise<boolean>;

export type Rounds = {
  readonly round: Round;
  /** Ends what the rounds left open; called after the last round. */
  readonly end: () => Promise<void>;
};

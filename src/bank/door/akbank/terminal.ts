/** The bank's public test terminal, so that one configuration serves the bank and its imitation. */
export const TERMINAL = {
  merchantSafeId: "2023090417500272654BD9A49CF07574",
  terminalSafeId: "2023090417500284633D137A249DBBEB",
  secretKey:
    "3230323330393034313735303032363031353172675f357637355f3273387373" +
    "745f7233725f73323333383737335f323272383774767276327672323531355f",
} as const;

/** Both ids must be the terminal's. */
export function isTerminal(ids: {
  readonly merchantSafeId: string;
  readonly terminalSafeId: string;
}): boolean {
  return (
    ids.merchantSafeId === TERMINAL.merchantSafeId && ids.terminalSafeId === TERMINAL.terminalSafeId
  );
}

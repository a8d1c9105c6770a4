import type { AccountContext } from "../context.ts";

/** Whoever found an open browser must not try passwords and codes here instead of at the door. */
export async function ownThrottle<Value>(
  { kit, signedIn, browser }: AccountContext,
  attempt: () => Promise<{ readonly ok: boolean } & Value>,
): Promise<({ readonly ok: boolean } & Value) | { readonly waitS: number }> {
  const who = `own ${signedIn.user.email}`;
  const waitS = kit.people.signInGuard.waitS(who, browser.network);
  if (waitS > 0) return { waitS };
  await kit.people.signInGuard.begin(who, browser.network);
  const result = await attempt();
  if (result.ok) kit.people.signInGuard.succeeded(who, browser.network);
  return result;
}

import type { AccountContext } from "../context.ts";
import { ownThrottle } from "./own-throttle.ts";

export type Confirmation = { readonly ok: boolean } | { readonly waitS: number };

/** Whether the password of the form is one's own: whoever found an open browser doesn't know it. */
export async function confirmPassword(context: AccountContext): Promise<Confirmation> {
  const { kit, request, signedIn } = context;
  const password = request.body["password"] ?? "";
  if (password === "") return { ok: false };
  return ownThrottle(context, async () => {
    const account = await kit.people.users.find(signedIn.user.userId);
    const isRight =
      account !== undefined && (await kit.people.hasher.verify(account.passwordHash, password));
    return { ok: isRight };
  });
}

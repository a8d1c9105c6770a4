import type { AccountContext } from "../context.ts";
import { attemptWords } from "../words/attempts.ts";
import { ownThrottle } from "./own-throttle.ts";

/**
 * Whether the password of the form is one's own, which whoever found an open browser doesn't know:
 * what is wrong with it, or nothing.
 */
export async function confirmPassword(context: AccountContext): Promise<string | undefined> {
  const { kit, request, signedIn, language } = context;
  const words = attemptWords[language];
  const password = request.body["password"] ?? "";
  if (password === "") return words.wrongPassword;
  const confirmed = await ownThrottle(context, async () => {
    const account = await kit.people.users.find(signedIn.user.userId);
    const isRight =
      account !== undefined && (await kit.people.hasher.verify(account.passwordHash, password));
    return { ok: isRight };
  });
  if ("waitS" in confirmed) return words.tooMany(confirmed.waitS);
  return confirmed.ok ? undefined : words.wrongPassword;
}

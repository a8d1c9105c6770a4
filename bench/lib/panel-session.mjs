import { randomBytes } from "node:crypto";
import { createPanelSessionStore } from "../../dist/store/merchant/panel-session-store.js";
import { createUserStore } from "../../dist/store/merchant/user-store.js";
import { systemPasswordHasher as hasher } from "../../dist/system/password-hasher.js";
import { createUser } from "../../dist/domain/merchant/manage-users.js";

const clock = { now: () => Date.now() };
const random = { bytes: (count) => randomBytes(count) };

/** Creates a user of the merchant and signs in; resolves to the value of the Cookie header. */
export async function signInToPanel({ pool, merchantId, url }) {
  const wish = {
    email: `bench-${randomBytes(4).toString("hex")}@example.com`,
    role: "owner",
    merchantId,
    language: "en",
  };
  const users = createUserStore(pool);
  const panelSessions = createPanelSessionStore(pool);
  const created = await createUser({ clock, random, users, panelSessions, hasher }, wish);
  if (!created.ok) throw new Error(created.refusal);
  const answer = await fetch(`${url}/panel/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url },
    body: new URLSearchParams({ email: wish.email, password: created.value.password }),
  });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  if (cookies.length === 0) throw new Error(`not signed in: ${answer.status}`);
  return cookies.join("; ");
}

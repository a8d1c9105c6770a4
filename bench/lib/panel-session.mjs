import { randomBytes } from "node:crypto";
import { userAdministration } from "../../dist/service/compose-users.js";
import { createUser } from "../../dist/merchant/manage-users.js";

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
  const created = await createUser(userAdministration(pool, { clock, random }), wish);
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

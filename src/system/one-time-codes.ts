import { Secret, TOTP } from "otpauth";
import { SECOND } from "../kernel/clock.ts";
import type { OneTimeCodes } from "../domain/merchant/user-ports.ts";

const ISSUER = "Vezne";
const PERIOD_S = 30;
/** The accepted deviation of a phone's clock: one step of the code. */
const TOLERANCE_STEPS = 1;
const SECRET_HEX_DIGITS = 40;

/** RFC 6238 with the parameters of authenticator apps: SHA-1, six digits, thirty seconds. */
export const systemOneTimeCodes: OneTimeCodes = {
  secretFrom: (hex) => Secret.fromHex(hex.slice(0, SECRET_HEX_DIGITS)).base32,
  enrolmentUri: (secret, label) => codesOf(secret, label).toString(),
  async stepOf(secret, token, now) {
    if (!/^\d{6}$/.test(token)) return undefined;
    const distance = codesOf(secret).validate({ token, timestamp: now, window: TOLERANCE_STEPS });
    return distance === null ? undefined : Math.floor(now / (PERIOD_S * SECOND)) + distance;
  },
};

function codesOf(secret: string, label = ""): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    secret,
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_S,
  });
}

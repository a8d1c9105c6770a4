import { generateSecret, generateURI, verify } from "otplib";
import { SECOND } from "../../kernel/clock.ts";
import type { OneTimeCodes } from "../../merchant/user-ports.ts";

const ISSUER = "Vezne";
/** The accepted deviation of a phone's clock: one step of the code. */
const TOLERANCE_S = 30;

/** RFC 6238 with the parameters of authenticator apps: SHA-1, six digits, thirty seconds. */
export const systemOneTimeCodes: OneTimeCodes = {
  newSecret: () => generateSecret(),
  enrolmentUri: (secret, label) => generateURI({ secret, label, issuer: ISSUER }),
  async stepOf(secret, token, now) {
    if (!/^\d{6}$/.test(token)) return undefined;
    const epoch = Math.floor(now / SECOND);
    const result = await verify({ secret, token, epoch, epochTolerance: TOLERANCE_S });
    return result.valid && "timeStep" in result ? result.timeStep : undefined;
  },
};

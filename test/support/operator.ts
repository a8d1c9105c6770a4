import { randomBytes } from "node:crypto";
import { createOperatorKeyStore } from "../../src/store/merchant/operator-key-store.ts";
import { systemDigest } from "../../src/system/digest.ts";
import { DAY, later } from "../../src/kernel/clock.ts";
import { issueOperatorKey, type OperatorKey } from "../../src/domain/merchant/operator-key.ts";
import { OPERATOR_RIGHTS, type OperatorRight } from "../../src/domain/merchant/operator-right.ts";
import { createApiClient, type ApiAnswer, type Exchange } from "./api-client.ts";
import type { ShopService } from "./service.ts";

type Wish = { readonly rights?: readonly OperatorRight[]; readonly networks?: readonly string[] };

/** Makes an operator key of a service, by default with every right. */
export async function makeOperatorKey(
  { database, clock }: Pick<ShopService, "database" | "clock">,
  { rights = OPERATOR_RIGHTS, networks = [] }: Wish = {},
): Promise<{ readonly text: string; readonly stored: OperatorKey }> {
  const now = clock.now();
  const key = issueOperatorKey(
    { random: { bytes: randomBytes }, digest: systemDigest },
    {
      name: `operator ${randomBytes(6).toString("hex")}`,
      rights,
      networks,
      expiresAt: later(now, 90 * DAY),
    },
    { now, createdBy: "test" },
  );
  const pool = database.open({ max: 1 });
  await createOperatorKeyStore(pool, clock).add(key.stored);
  await pool.end();
  return key;
}

export type OperatorClient = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiAnswer>;

/** Calls of the administration API with an operator key; paths begin after `/api/v1/admin/`. */
export function operatorClient(url: string, key: string, exchange?: Exchange): OperatorClient {
  const api = createApiClient(url, key, exchange);
  return (method, path, body, headers = {}) =>
    api.send(method, `/api/v1/admin/${path}`, {
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
    });
}

import type { Endpoint, EndpointSecret } from "../domain/event/endpoint.ts";
import type { ClaimedDelivery, DeliveryStore, EndpointStore } from "../domain/event/ports.ts";
import { merchantOf, type MerchantId } from "../kernel/ids.ts";
import type { Merchant } from "../domain/merchant/merchant.ts";
import type { MerchantStore } from "../domain/merchant/ports.ts";
import type { SealSecret, SigningSecrets } from "./signing-secrets.ts";

/** Merchants whose secret is encrypted in the store; lists come without it. */
export function sealedMerchants(table: MerchantStore, secrets: SigningSecrets): MerchantStore {
  const opened = new WeakMap<Merchant, Merchant>();
  return {
    ...table,
    create: (merchant, keys, answer) =>
      secrets.write((seal) => {
        const webhookSecret = seal(merchant.merchantId, merchant.webhookSecret);
        return table.create({ ...merchant, webhookSecret }, keys, answer);
      }),
    rollSecret: (merchantId, roll) =>
      secrets.write((seal) =>
        table.rollSecret(merchantId, { ...roll, secret: seal(merchantId, roll.secret) }),
      ),
    list: async () => (await table.list()).map(withoutSecrets),
    page: async (after, limit) => (await table.page(after, limit)).map(withoutSecrets),
    async find(merchantId) {
      const stored = await table.find(merchantId);
      if (stored === undefined) return undefined;
      const known = opened.get(stored);
      if (known !== undefined) return known;
      const merchant = await openMerchant(secrets, stored);
      opened.set(stored, merchant);
      return merchant;
    },
  };
}

function withoutSecrets(merchant: Merchant): Merchant {
  const { replacedSecret: replaced } = merchant;
  const replacedSecret = replaced === undefined ? undefined : { ...replaced, text: "" };
  return { ...merchant, webhookSecret: "", replacedSecret };
}

async function openMerchant(secrets: SigningSecrets, stored: Merchant): Promise<Merchant> {
  const { merchantId, name, settings, createdAt, replacedSecret: replaced } = stored;
  const [webhookSecret, text] = await Promise.all([
    secrets.open(merchantId, stored.webhookSecret),
    replaced === undefined ? undefined : secrets.open(merchantId, replaced.text),
  ]);
  const replacedSecret =
    replaced === undefined || text === undefined ? undefined : { text, until: replaced.until };
  // Spelled out, so that every merchant has one hidden class.
  return { merchantId, name, settings, webhookSecret, replacedSecret, createdAt };
}

/** Endpoints whose own secrets are encrypted in the store. */
export function sealedEndpoints(table: EndpointStore, secrets: SigningSecrets): EndpointStore {
  return {
    ...table,
    create: (endpoint, answer) =>
      endpoint.secrets.length === 0
        ? table.create(endpoint, answer)
        : secrets.write((seal) =>
            table.create({ ...endpoint, secrets: sealedAll(seal, endpoint) }, answer),
          ),
    async find(endpointId) {
      const stored = await table.find(endpointId);
      return stored === undefined ? undefined : openEndpoint(secrets, stored);
    },
    list: async (scope) =>
      Promise.all((await table.list(scope)).map((stored) => openEndpoint(secrets, stored))),
    changeSecrets: (endpointId, change) =>
      secrets.write((seal) =>
        table.changeSecrets(endpointId, (stored) =>
          sealedAll(seal, { merchantId: merchantOf(endpointId), secrets: change(stored) }),
        ),
      ),
  };
}

/**
 * Deliveries whose endpoint has its secrets encrypted in the store. A machine without the vault key
 * claims none, because it could sign none and would hold up those of the others.
 */
export function sealedDeliveries(table: DeliveryStore, secrets: SigningSecrets): DeliveryStore {
  return {
    ...table,
    async claimDue(request) {
      await secrets.load();
      const claimed = await table.claimDue(request);
      return Promise.all(claimed.map((one) => openDelivery(secrets, one)));
    },
  };
}

async function openDelivery(
  secrets: SigningSecrets,
  claimed: ClaimedDelivery,
): Promise<ClaimedDelivery> {
  try {
    const delivery = claimed.read();
    if (delivery.endpoint.secrets.length === 0) return { ...claimed, read: () => delivery };
    const endpoint = await openEndpoint(secrets, delivery.endpoint);
    return { ...claimed, read: () => ({ ...delivery, endpoint }) };
  } catch {
    // A damaged row throws again where this delivery alone is tried.
    return claimed;
  }
}

async function openEndpoint(secrets: SigningSecrets, stored: Endpoint): Promise<Endpoint> {
  if (stored.secrets.length === 0) return stored;
  const texts = await Promise.all(
    stored.secrets.map(({ text }) => secrets.open(stored.merchantId, text)),
  );
  const opened = stored.secrets.map((secret, index) => ({ ...secret, text: texts[index] ?? "" }));
  return { ...stored, secrets: opened };
}

function sealedAll(
  seal: SealSecret,
  {
    merchantId,
    secrets,
  }: { readonly merchantId: MerchantId; readonly secrets: readonly EndpointSecret[] },
): readonly EndpointSecret[] {
  return secrets.map((secret) => ({ ...secret, text: seal(merchantId, secret.text) }));
}

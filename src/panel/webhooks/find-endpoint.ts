import type { Endpoint } from "../../domain/event/endpoint.ts";
import { parseEndpointId } from "../../kernel/ids.ts";
import type { MerchantContext } from "../kit/context.ts";

/** The endpoint in the address, if it belongs to this merchant and mode. */
export async function findEndpoint({
  kit,
  request,
  scope,
}: MerchantContext): Promise<Endpoint | undefined> {
  const endpointId = parseEndpointId(request.params["endpoint"] ?? "");
  if (endpointId === undefined) return undefined;
  const endpoint = await kit.endpoints.find(endpointId);
  return endpoint !== undefined && scope.holds(endpoint) ? endpoint : undefined;
}

/**
 * A payer's address for a field that takes IPv4; undefined for IPv6, of which only the network is
 * known.
 */
export function ipv4Of(network: string | undefined): string | undefined {
  return network !== undefined && /^\d{1,3}(?:\.\d{1,3}){3}$/.test(network) ? network : undefined;
}

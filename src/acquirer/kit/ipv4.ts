/** A payer's address for a field of IPv4; of an IPv6 address only the network is known. */
export function ipv4Of(network: string | undefined): string | undefined {
  return network !== undefined && /^\d{1,3}(?:\.\d{1,3}){3}$/.test(network) ? network : undefined;
}

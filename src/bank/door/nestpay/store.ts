/** A store of the gateway with the published data of the banks' test systems. */
export type Store = {
  readonly clientId: string;
  readonly userName: string;
  readonly password: string;
  readonly storeKey: string;
};

const STORES: readonly Store[] = [
  { clientId: "700655000200", userName: "ISBANKAPI", password: "ISBANK07", storeKey: "TRPS0200" },
  { clientId: "100100000", userName: "AKTESTAPI", password: "AKBANK01", storeKey: "123456" },
  { clientId: "100200000", userName: "AKTESTAPI", password: "AKBANK01", storeKey: "123456" },
  { clientId: "600100000", userName: "FINANSAPI", password: "FINANS06", storeKey: "123456" },
];

export function findStore(clientId: string): Store | undefined {
  return STORES.find((store) => store.clientId === clientId);
}

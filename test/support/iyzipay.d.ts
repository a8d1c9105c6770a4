/** The part of `iyzipay` that a test uses; the package has no declarations. */
declare module "iyzipay" {
  export type Answer = Readonly<Record<string, unknown>>;
  export type Done = (error: Error | null, answer: Answer) => void;
  export type Resource = Readonly<
    Record<"create" | "retrieve" | "delete", (request: object, done: Done) => void>
  >;
  export type Account = {
    readonly uri: string;
    readonly apiKey: string;
    readonly secretKey: string;
  };
  const Iyzipay: new (account: Account) => Readonly<Record<string, Resource>>;
  export default Iyzipay;
}

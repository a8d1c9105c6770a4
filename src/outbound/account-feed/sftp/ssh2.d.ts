/** The part of `ssh2` that account feeds and their tests use; the package has no declarations. */
declare module "ssh2" {
  import type { EventEmitter } from "node:events";
  import type { AddressInfo, Socket } from "node:net";

  type Done = (error?: Error | null) => void;
  type Given<Value> = (error: Error | undefined, value: Value) => void;

  export type Attributes = {
    readonly mode: number;
    readonly size: number;
    /** Seconds since 1970. */
    readonly mtime: number;
    isFile(): boolean;
  };
  export type Entry = { readonly filename: string; readonly attrs: Attributes };

  export type Sftp = {
    opendir(path: string, done: Given<Buffer>): void;
    readdir(handle: Buffer, done: Given<readonly Entry[]>): void;
    close(handle: Buffer, done: Done): void;
    open(path: string, mode: "r", done: Given<Buffer>): void;
    /** The number of bytes is 0 at the end of the file. */
    read(
      handle: Buffer,
      buffer: Buffer,
      offset: number,
      length: number,
      position: number,
      done: Given<number>,
    ): void;
    on(event: "error", listener: (error: Error) => void): void;
  };

  export type ConnectOptions = {
    readonly sock: Socket;
    readonly username: string;
    readonly password?: string;
    readonly privateKey?: string;
    readonly passphrase?: string;
    readonly tryKeyboard?: boolean;
    readonly readyTimeout: number;
    readonly hostVerifier: (key: Buffer) => boolean;
    readonly algorithms: {
      readonly serverHostKey: readonly string[];
      readonly compress: readonly string[];
    };
  };

  type Prompts = readonly { readonly prompt: string }[];

  export class Client {
    on(event: "ready" | "close", listener: () => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    on(
      event: "keyboard-interactive",
      listener: (
        name: string,
        instructions: string,
        language: string,
        prompts: Prompts,
        answer: (answers: readonly string[]) => void,
      ) => void,
    ): this;
    connect(options: ConnectOptions): void;
    sftp(done: Given<Sftp>): void;
    destroy(): void;
  }

  /** The side of a server, for tests. */
  class Server extends EventEmitter {
    constructor(
      options: { readonly hostKeys: readonly string[] },
      onClient: (client: unknown) => void,
    );
    listen(port: number, host: string, done: () => void): void;
    address(): AddressInfo;
    close(done?: () => void): void;
  }

  const ssh2: {
    readonly Client: typeof Client;
    readonly Server: typeof Server;
    readonly utils: {
      parseKey(text: string, passphrase?: string): Error | object;
      generateKeyPairSync(
        type: string,
        options?: object,
      ): { readonly private: string; readonly public: string };
      readonly sftp: {
        readonly STATUS_CODE: Readonly<Record<string, number>>;
      };
    };
  };
  export default ssh2;
}

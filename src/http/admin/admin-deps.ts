import type {
  BinDirectory,
  BinMode,
  BinStore,
  BinTableChange,
  CardNotes,
} from "../../domain/card/ports.ts";
import type { FeedProtocol, FeedStore } from "../../domain/account-feed/ports.ts";
import type { HostCheck } from "../../domain/event/ports.ts";
import type { LivePoint } from "../../domain/connection/live-readiness.ts";
import type {
  Rehearsal,
  AcquirerConnection,
  CheckNote,
} from "../../domain/connection/connection.ts";
import type { AskBank, ConnectionStore } from "../../domain/connection/ports.ts";
import type { ProtocolForm } from "../../domain/connection/protocol-form.ts";
import type { InstallmentTermsStore } from "../../domain/installment/ports.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Result } from "../../kernel/result.ts";
import type { CreateMerchantDeps } from "../../domain/merchant/create-merchant.ts";
import type { PasswordLink, PasswordLinkDeps } from "../../domain/merchant/password-link.ts";
import type { AuditStore } from "../../domain/merchant/user-ports.ts";
import type { SettlementStore } from "../../domain/settlement/ports.ts";
import type { RowProblem, SetAside } from "../../domain/table/table-row.ts";
import type { OperatorAuthDeps } from "../caller/operator-auth.ts";

/** The dependencies of the administration API: the stores and use cases of the panel. */
export type AdminDeps = OperatorAuthDeps &
  CreateMerchantDeps &
  Rehearsal & {
    readonly audit: Pick<AuditStore, "append">;
    readonly people: PasswordLinkDeps;
    /** The address at which an invited user chooses a password. */
    readonly linkUrl: (link: PasswordLink) => string;
    /** Puts the test bank's contract in force for a new merchant. */
    readonly startSandbox: (merchantId: MerchantId) => Promise<void>;
    readonly liveReadiness: (merchantId: MerchantId) => Promise<readonly LivePoint[]>;
    readonly connections: ConnectionStore;
    readonly accountFeeds: FeedStore;
    readonly feedProtocols: readonly FeedProtocol[];
    readonly feedHosts: HostCheck;
    readonly protocols: readonly ProtocolForm[];
    readonly askBank: AskBank;
    /** Asks the bank whether it accepts the stored credentials, and notes its answer. */
    readonly testConnection: (connection: AcquirerConnection) => Promise<CheckNote>;
    /** Makes this process use changed connections at once. */
    readonly refreshConnections: () => Promise<void>;
    readonly installmentTerms: InstallmentTermsStore;
    readonly settlements: SettlementStore;
    readonly bins: BinDirectory;
    readonly cardNotes: Pick<CardNotes, "list">;
    readonly binStore: Pick<BinStore, "correct" | "removeCorrection" | "corrections">;
    readonly importBins: (file: {
      readonly mode: BinMode;
      readonly file: Uint8Array;
    }) => Promise<
      Result<BinTableChange & { readonly setAside: readonly SetAside[] }, readonly RowProblem[]>
    >;
  };

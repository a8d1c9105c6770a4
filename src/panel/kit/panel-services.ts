import type { FeedProtocol, FeedStore } from "../../domain/account-feed/ports.ts";
import type { BrandStore } from "../../domain/merchant/ports.ts";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import type { KeyAge } from "../../kernel/key-age.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { ExtractParts, SettlementStore } from "../../domain/settlement/ports.ts";
import type { SettlementImports } from "../../domain/settlement/settlement-import.ts";
import type { BinDirectory, BinStore, CardNotes, CardVault } from "../../domain/card/ports.ts";
import type { AcquirerConnection, CheckNote } from "../../domain/connection/connection.ts";
import type { ShownHealth } from "../../domain/connection/health.ts";
import type { LivePoint } from "../../domain/connection/live-readiness.ts";
import type { AskBank, ConnectionStore } from "../../domain/connection/ports.ts";
import type { ProtocolForm } from "../../domain/connection/protocol-form.ts";
import type { ReturnDifferences } from "../../domain/connection/store-key.ts";
import type { RouteDeps } from "../../domain/connection/route-payment.ts";
import type { InstallmentTermsStore } from "../../domain/installment/ports.ts";
import type { PersonalDataStore } from "../../domain/payment/erase-personal-data.ts";
import type { StatementDeps } from "../../domain/transfer/apply-lines.ts";
import type { SendTestDeps } from "../../domain/event/send-test-event.ts";
import type { FileReader } from "../../file/reader/file-reader.ts";
import type { SandboxMovement } from "../../jobs/advance-clock.ts";
import type { TaskCounter } from "../../domain/report/task-counts.ts";
import type { PaymentNotes } from "../../domain/report/payment-note.ts";
import type { PolicyViolations } from "../../domain/report/policy-violation.ts";
import type { DeliveryLog, EndpointStore, EventFeed, HostCheck } from "../../domain/event/ports.ts";

/** The banks of connections, as pages use them. */
export type ConnectionServices = {
  /** The protocols that a new connection may speak. */
  readonly protocols: readonly ProtocolForm[];
  readonly routing: RouteDeps;
  /** Lists the conditions of a merchant's live payments. */
  readonly liveReadiness: (merchantId: MerchantId) => Promise<readonly LivePoint[]>;
  /** Asks the bank whether it accepts the credentials. */
  readonly askBank: AskBank;
  /** Asks the same with the stored credentials, and notes the answer. */
  readonly ask: (connection: AcquirerConnection) => Promise<CheckNote>;
  readonly healthOf: (connection: AcquirerConnection) => ShownHealth;
  readonly returnDifferences: ReturnDifferences;
  /** Makes this process use changed connections and rules at once. */
  readonly refresh: () => Promise<void>;
};

/** Stores and services of the pages about a merchant's settings, people and money. */
export type PanelServices = Pick<SendTestDeps, "signer" | "sender"> &
  StatementDeps &
  ExtractParts & {
    readonly bins: BinDirectory;
    readonly binStore: BinStore;
    readonly cardNotes: Pick<CardNotes, "list">;
    readonly installmentTerms: InstallmentTermsStore;
    readonly connections: ConnectionStore;
    readonly connectionServices: ConnectionServices;
    readonly accountFeeds: FeedStore;
    readonly feedProtocols: readonly FeedProtocol[];
    readonly feedHosts: HostCheck;
    readonly cardVault: CardVault;
    readonly files: FileReader;
    readonly brands: BrandStore;
    readonly violations: PolicyViolations;
    /** The age of the key that encrypts stored cards; undefined before the first card. */
    readonly vaultKeyAge: () => Promise<KeyAge | undefined>;
    /** The days after which a key should be replaced. */
    readonly keyPeriodDays: number;
    readonly endpoints: EndpointStore;
    readonly hosts: HostCheck;
    readonly deliveryLog: DeliveryLog;
    readonly feed: EventFeed;
    readonly sandboxTime: SandboxMovement;
    readonly settlements: SettlementStore;
    readonly paymentNotes: PaymentNotes;
    readonly personalData: PersonalDataStore;
    readonly taskCounter: TaskCounter;
    readonly settlementImports: SettlementImports;
    /** Undefined if the test bank runs elsewhere. */
    readonly sandboxSettlement: SandboxSettlement | undefined;
  };

/** Files of the test bank for its merchants, as an acquirer sends them. */
export type SandboxSettlement = {
  readonly contract: () => string;
  /** Puts the contract in force for a merchant that has none. */
  readonly start: (merchantId: MerchantId) => Promise<void>;
  /** The settlement file of the last 31 days' bookings, with the payouts until the day `until`. */
  readonly file: (merchantId: MerchantId, until: CalendarDay) => Promise<string>;
};

import type { FastifyRequest } from "fastify";
import type { Clock } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import type { Random } from "../../kernel/random.ts";
import type { MerchantStore } from "../../domain/merchant/ports.ts";
import type { ReturnRefusal } from "../../domain/merchant/sign-in-by-identity.ts";
import type { AuditStore } from "../../domain/merchant/user-ports.ts";
import type { PanelServices } from "./panel-services.ts";
import type { PaymentFinder } from "../../domain/report/find-payments.ts";
import type { CustomerStore, HistoryStore } from "../../domain/report/history.ts";
import type { OverviewStore } from "../../domain/report/overview.ts";
import type { UnknownBinStore } from "../../domain/report/unknown-bins.ts";
import type { ReportStore, UsedCategoryStore } from "../../domain/report/ports.ts";
import type { RequestLog } from "../../domain/report/request-log.ts";
import type { SavedViewStore } from "../../domain/report/saved-view.ts";
import type { PersonCases, UnknownMovements } from "../../domain/payment/movement/person-case.ts";
import type { DecideDeps } from "../../domain/refund/decide-request.ts";
import type { OpenExport } from "../../http/answer/export-answer.ts";
import type { FairEntry } from "../../http/limit/fair-entry.ts";
import type { Assets } from "../../page/assets.ts";
import type { Paths } from "../../page/paths.ts";
import type { PanelCookies } from "./cookie.ts";
import type { PanelPaths } from "./panel-paths.ts";
import type { People } from "./people.ts";
import type { UploadTurns } from "../../page/kit/upload-turns.ts";

/** The dependencies of the panel's pages; a store for a new page is added here. */
export type PanelDeps = PanelServices &
  DecideDeps & {
    /** Users, their passwords, codes and sessions. */
    readonly people: People;
    /**
     * True if only this machine reaches the service and no merchant has an active connection for
     * live payments.
     */
    readonly isLocalSandbox: () => boolean;
    readonly reports: ReportStore;
    readonly openExport: OpenExport;
    readonly finder: PaymentFinder;
    readonly customers: CustomerStore;
    readonly personCases: PersonCases;
    readonly unknownMovements: UnknownMovements;
    readonly overview: OverviewStore;
    readonly unknownBins: UnknownBinStore;
    readonly usedCategories: UsedCategoryStore;
    readonly history: HistoryStore;
    readonly views: SavedViewStore;
    readonly requests: RequestLog;
    /** The days that the request log is kept; 0 turns it off. */
    readonly requestLogDays: number;
    /** The queue of requests of signed-in users. */
    readonly entry: Pick<FairEntry, "enter">;
    readonly uploads: UploadTurns;
    /**
     * The real time, for users, keys and the audit log: authenticator codes depend on it, and a
     * moved sandbox clock must not end sessions. Pages show a merchant's records by `clocks`.
     */
    readonly clock: Clock;
    readonly random: Random;
    readonly digest: Digest;
    /** The digest of a whole file, for the audit log. */
    readonly fileDigest: (file: Uint8Array) => Promise<string>;
    readonly merchants: MerchantStore;
    readonly audit: AuditStore;
    readonly assets: Assets;
    readonly publicUrl: string;
    /** True if this service shows the documentation. */
    readonly hasDocumentation: boolean;
    /** False if other machines reach the service over plain http; live mode is then closed. */
    readonly mayServeLive: boolean;
    /** True if live mode pays at the test bank. */
    readonly isRehearsal: boolean;
    /** The client's address; forwarded addresses count only from trusted proxies. */
    readonly clientAddress: (request: FastifyRequest) => string;
    /** The unit of limits: an IPv4 address or an IPv6 /64. */
    readonly clientNetwork: (request: FastifyRequest) => string;
    /**
     * Counts a step of a sign-in at the identity provider; returns the seconds to wait if the
     * network began too many, else 0.
     */
    readonly admitToIdentity: (network: string) => number;
    /** Removes card numbers, keys and session ids from typed text. */
    readonly mask: (text: string) => string;
    /** True if the error means that the database is temporarily unavailable. */
    readonly isUnavailable: (error: unknown) => boolean;
    /** Counts a failed call; true if its error belongs to an outage of the database. */
    readonly countFailure: (error: unknown) => boolean;
    /** Counts a refused sign-in, for the metrics. */
    readonly countSignInFailure: (reason: SignInFailure) => void;
  };

/** Why a sign-in was refused; `cancelled` at the identity provider. */
export type SignInFailure =
  | "wrong_password"
  | "wrong_code"
  | "too_many_attempts"
  | "cancelled"
  | ReturnRefusal["code"];

export type PanelKit = PanelDeps & {
  readonly paths: PanelPaths;
  /** The paths of the pages outside the panel, for links. */
  readonly pagePaths: Paths;
  readonly cookies: PanelCookies;
  readonly isSecure: boolean;
};

import type { FastifyRequest } from "fastify";
import type { Clock } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import type { Random } from "../../kernel/random.ts";
import type { PasswordRules } from "../../merchant/choose-password.ts";
import type { FirstOwnerDeps } from "../../merchant/first-owner.ts";
import type { MerchantStore } from "../../merchant/ports.ts";
import type { SignInDeps } from "../../merchant/sign-in.ts";
import type { AuditStore } from "../../merchant/user-ports.ts";
import type { BackOffice } from "./back-office.ts";
import type { PaymentFinder } from "../../report/find-payments.ts";
import type { HistoryStore } from "../../report/history.ts";
import type { OverviewStore } from "../../report/overview.ts";
import type { ReportStore } from "../../report/ports.ts";
import type { RequestLog } from "../../report/request-log.ts";
import type { SavedViewStore } from "../../report/saved-view.ts";
import type { DecideDeps } from "../../refund/decide-request.ts";
import type { OpenExport } from "../http/export-answer.ts";
import type { FairEntry } from "../http/fair-entry.ts";
import type { Assets } from "../page/assets.ts";
import type { Paths } from "../page/paths.ts";
import type { PanelCookies } from "./cookie.ts";
import type { PanelPaths } from "./panel-paths.ts";
import type { UploadTurns } from "./upload-turns.ts";

/** What the panel's pages are given; a page that needs a store more adds it here. */
export type PanelDeps = BackOffice &
  DecideDeps & {
    /** Users, their passwords, codes and sessions. */
    readonly people: SignInDeps & FirstOwnerDeps & PasswordRules;
    /** Whether only this machine reaches the service, and there is no bank for live payments. */
    readonly isLocalSandbox: boolean;
    readonly reports: ReportStore;
    readonly openExport: OpenExport;
    readonly finder: PaymentFinder;
    readonly overview: OverviewStore;
    readonly history: HistoryStore;
    readonly views: SavedViewStore;
    readonly requests: RequestLog;
    /** How far that log goes back; 0: it is turned off. */
    readonly requestLogDays: number;
    /** Where requests of signed-in people wait for their turn. */
    readonly entry: Pick<FairEntry, "enter">;
    readonly uploads: UploadTurns;
    /**
     * The real time, for people, keys and the audit log: a phone shows the codes of now, and moving
     * a sandbox signs nobody out. What a page shows of a merchant's records goes by `clocks`.
     */
    readonly clock: Clock;
    readonly random: Random;
    readonly digest: Digest;
    /** Of a whole file, for the audit log. */
    readonly fileDigest: (file: Uint8Array) => Promise<string>;
    readonly merchants: MerchantStore;
    readonly audit: AuditStore;
    readonly assets: Assets;
    readonly publicUrl: string;
    /** Live mode is not shown over plain http to other machines. */
    readonly mayServeLive: boolean;
    /** The client's address, by the rules of the proxies that are trusted. */
    readonly clientAddress: (request: FastifyRequest) => string;
    /** What limits count by: an IPv4 address or an IPv6 /64. */
    readonly clientNetwork: (request: FastifyRequest) => string;
    /** Takes card numbers, keys and session ids out of what people type. */
    readonly mask: (text: string) => string;
    /** Whether an error means that the database is away, and may be back soon. */
    readonly isUnavailable: (error: unknown) => boolean;
  };

export type PanelKit = PanelDeps & {
  readonly paths: PanelPaths;
  /** Of the pages outside the panel, for what the document links. */
  readonly pagePaths: Paths;
  readonly cookies: PanelCookies;
  readonly isSecure: boolean;
};

import { sqlAccounts } from "../../bank/sql-accounts.ts";
import { sqlBook } from "../../bank/sql-book.ts";
import { createColumnMappingStore } from "../../store/column-mapping-store.ts";
import { createCardNoteStore } from "../../store/card/card-note-store.ts";
import { createBinStore } from "../../store/card/bin-store.ts";
import { createInstallmentTermsStore } from "../../store/card/installment-terms-store.ts";
import { createStoredCardStore } from "../../store/card/stored-card-store.ts";
import { createFeedTable } from "../../store/account-feed/feed-table.ts";
import { createReturnDifferences } from "../../store/connection/return-differences.ts";
import { createConnectionTable } from "../../store/connection/connection-table.ts";
import { createDeliveryLog } from "../../store/event/delivery-log.ts";
import { createDeliveryStore } from "../../store/event/delivery-store.ts";
import { createEndpointStore } from "../../store/event/endpoint-store.ts";
import { createEventFeed } from "../../store/event/event-feed-store.ts";
import { createEventPlacer } from "../../store/event/event-placer.ts";
import { createRestorationStore } from "../../database/installation/restoration-store.ts";
import { createShopAccountStore } from "../../database/installation/shop-account-store.ts";
import { createFailedItemStore } from "../../store/job/failed-item-store.ts";
import { createBooksReader } from "../../store/ledger/books-store.ts";
import { createPaymentTrails } from "../../store/ledger/payment-trails.ts";
import { readProof } from "../../store/ledger/proof-store.ts";
import { createSealer } from "../../store/ledger/seal-store.ts";
import { createTryCounter } from "../../store/limit/try-counter.ts";
import { maskedAudit } from "../../system/redaction/masked-audit.ts";
import { createAccessGrantStore } from "../../store/merchant/access-grant-store.ts";
import { createAuditStore } from "../../store/merchant/audit-store.ts";
import { createBrandStore } from "../../store/merchant/brand-store.ts";
import { createIdentityStore } from "../../store/merchant/identity-store.ts";
import { createMerchantStore } from "../../store/merchant/merchant-store.ts";
import { createOperatorKeyStore } from "../../store/merchant/operator-key-store.ts";
import { createPanelSessionStore } from "../../store/merchant/panel-session-store.ts";
import { createPaymentNoteStore } from "../../store/report/payment-note-store.ts";
import { createSavedViewStore } from "../../store/merchant/saved-view-store.ts";
import { createPasswordLinkStore } from "../../store/merchant/password-link-store.ts";
import { createSetUpStore } from "../../store/merchant/set-up-store.ts";
import { createUserStore } from "../../store/merchant/user-store.ts";
import { createPolicyViolationStore } from "../../store/page/policy-violation-store.ts";
import { createWidgetReleases } from "../../store/page/widget-release-store.ts";
import { createModificationStore } from "../../store/payment/modification-store.ts";
import { createPaymentStore } from "../../store/payment/payment-store.ts";
import { createPersonalDataStore } from "../../store/payment/personal-data-store.ts";
import { createOpenHolds } from "../../store/payment/open-hold-store.ts";
import { createWatchedAttempts } from "../../store/payment/attempt-watch-store.ts";
import { createMovementStore } from "../../store/payment/movement-store.ts";
import { createUnknownMovements } from "../../store/payment/unknown-movements.ts";
import { createTaskCounter } from "../../store/report/task-counter.ts";
import { createPersonCases } from "../../store/payment/person-case-store.ts";
import { createApprovalStore } from "../../store/refund/approval-store.ts";
import { createRefundStore } from "../../store/refund/refund-store.ts";
import { createRefundTransferStore } from "../../store/refund/refund-transfer-store.ts";
import { createHistoryReader } from "../../store/report/history-store.ts";
import { createRequestLog } from "../../store/request-log/request-log-reader.ts";
import { createRollupKeeper } from "../../store/rollup/rollup-keeper.ts";
import { createDraftStore } from "../../store/session/draft-store.ts";
import { createSessionClosures } from "../../store/session/session-closure-store.ts";
import { createSessionExpiry } from "../../store/session/session-expiry-store.ts";
import { createSettlementImportStore } from "../../store/settlement/settlement-import-store.ts";
import { createExtractStore } from "../../store/settlement/extract-store.ts";
import { createSandboxExtracts } from "../../store/sandbox/sandbox-extract-store.ts";
import { createSettlementStore } from "../../store/settlement/settlement-store.ts";
import { isPassing } from "../../database/connection/database-error.ts";
import { createStatementStore } from "../../store/transfer/statement-store.ts";
import { createTransferStore } from "../../store/transfer/transfer-store.ts";
import { createCodeSecretStore } from "../../store/vault/code-secret-store.ts";
import { createSealedAttemptStore } from "../../store/vault/sealed-attempt-store.ts";
import { createRewrapStore } from "../../store/vault/rewrap-store.ts";
import { createSigningSecretStore } from "../../store/vault/signing-secret-store.ts";
import { createVaultKeyStore } from "../../store/vault/vault-key-store.ts";
import { createVaultProcessStore } from "../../store/vault/vault-process-store.ts";
import { createWrappedKeyStore } from "../../store/vault/wrapped-key-store.ts";
import { systemDigest } from "../../system/digest.ts";
import { systemHash } from "../../system/hash.ts";
import { systemPasswordHasher } from "../../system/password-hasher.ts";
import { webhookSigner } from "../../system/webhook-signer.ts";
import { watchVaultKey } from "../../vault/key-watch.ts";
import { VaultKeys } from "../../vault/vault-keys.ts";
import type { OrderId } from "../../kernel/ids.ts";
import { distributedStores } from "./distributed-stores.ts";
import { openFoundation, type Foundation, type InstallationParts } from "./foundation.ts";
import { openHostCheck } from "./host-check.ts";
import { notedErasure } from "./noted-erasure.ts";
import { lazily } from "./lazily.ts";
import { sandboxMovement } from "./sandbox-clock.ts";
import { settlementExpectations } from "./settlement-expectations.ts";
import { openKeySources } from "./vault-key-source.ts";
import { vaultStores } from "./vault-stores.ts";

export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/**
 * One installation: its clocks, its connections and all stores over one pool. The service, the
 * panel, the commands and the tests take from it by name; a store is made at its first use.
 * The reasons are in docs/decisions/installation.md.
 */
export async function openInstallation(parts: InstallationParts) {
  const foundation = await openFoundation(parts);
  const { shards } = foundation;
  const plain = {
    ...paymentStores(foundation),
    ...merchantStores(foundation),
    ...recordStores(foundation),
  };
  const stores: typeof plain =
    shards === undefined ? plain : { ...plain, ...distributedStores(foundation, shards, plain) };
  const withStores = lazily(foundation, stores);
  const withVault = lazily(withStores, vaultStores(withStores));
  return lazily(withVault, tools(foundation));
}

/** Sessions, payments, cards, refunds, transfers and settlement. */
function paymentStores(foundation: Foundation) {
  const { pool, jobPool, clock, clocks, writer, reader, refundWriter, transferRequests } =
    foundation;
  return {
    payments: () => createPaymentStore({ pool, jobPool, writer, reader }),
    modifications: () => createModificationStore(pool, writer, reader),
    refunds: () => createRefundStore(pool, refundWriter, reader),
    approvals: () => createApprovalStore(pool),
    personCases: () => createPersonCases({ pool, jobPool }),
    taskCounter: () => createTaskCounter(pool),
    watchedAttempts: () => createWatchedAttempts(pool),
    openHolds: () => createOpenHolds(pool, jobPool),
    movements: () => createMovementStore(pool),
    unknownMovements: () => createUnknownMovements(pool),
    transfers: () => createTransferStore(pool, transferRequests),
    statements: () => createStatementStore(pool, { clock, clocks }),
    settlements: () => createSettlementStore(pool, clocks),
    extracts: () => createExtractStore(pool, clocks),
    settlementImports: () => createSettlementImportStore(pool, clocks),
    expectSettlement: () => settlementExpectations(pool, clock),
    binStore: () => createBinStore(pool),
    cardNotes: () => createCardNoteStore(pool),
    columnMappings: () => createColumnMappingStore(pool),
    installmentTerms: () => createInstallmentTermsStore(pool, clock),
    expiry: () => createSessionExpiry(jobPool),
    closures: () => createSessionClosures(pool),
    drafts: () => createDraftStore(pool, clock),
    personalData: () => notedErasure(foundation, createPersonalDataStore(pool)),
    refundTransfers: () => createRefundTransferStore(pool),
    sandboxAccounts: () => sqlAccounts(pool),
    sandboxBook: () => sqlBook(pool),
    sandboxExtracts: () => createSandboxExtracts(pool),
    sandboxMovement: () => sandboxMovement(foundation),
  };
}

/** Merchants, the users of the panel, and the endpoints and events of merchants. */
function merchantStores(foundation: Foundation) {
  const { pool, jobPool, clock } = foundation;
  return {
    merchantTable: () => createMerchantStore(pool, clock),
    identities: () => createIdentityStore(pool),
    operatorKeys: () => createOperatorKeyStore(pool, clock),
    brands: () => createBrandStore(pool, clock),
    shopAccounts: () => createShopAccountStore(pool),
    restorations: () => createRestorationStore(pool),
    releases: () => createWidgetReleases(pool, clock),
    violations: () => createPolicyViolationStore(pool, clock),
    returnDifferences: () => createReturnDifferences(pool),
    users: () => createUserStore(pool),
    panelSessions: () => createPanelSessionStore(pool),
    setUps: () => createSetUpStore(pool),
    accessGrants: () => createAccessGrantStore(pool),
    passwordLinks: () => createPasswordLinkStore(pool),
    views: () => createSavedViewStore(pool),
    paymentNotes: () => createPaymentNoteStore(pool),
    tries: () => createTryCounter(pool),
    endpointTable: () => createEndpointStore(pool),
    feed: () => createEventFeed(pool),
    placer: () => createEventPlacer(jobPool),
    deliveryTable: () => createDeliveryStore(jobPool),
    deliveryLog: () => createDeliveryLog(pool),
  };
}

/** The books, logs and roll-ups, the items that failed, and the keys of the vault. */
function recordStores({ pool, jobPool, clock, random, config, shards }: Foundation) {
  const vaultKeySources = openKeySources({ config, pool, random, clock });
  const vaultKeyStore = createVaultKeyStore(pool);
  const ofKeys = { source: vaultKeySources.all, registry: vaultKeyStore, random, clock };
  const { periodDays } = config.vault;
  return {
    books: () => createBooksReader(pool),
    trails: () => createPaymentTrails(pool),
    sealer: () => createSealer(pool, systemHash),
    readProof: () => (orderId: OrderId) => readProof(pool, systemHash, orderId),
    audit: () => maskedAudit(createAuditStore(pool)),
    requestLog: () => createRequestLog(pool),
    historyReader: () => createHistoryReader(pool),
    rollups: () => createRollupKeeper(pool),
    failedItems: () => createFailedItemStore(jobPool),
    storedCards: () => createStoredCardStore(pool),
    codeSecretStore: () => createCodeSecretStore(pool),
    signingSecretStore: () => createSigningSecretStore(pool),
    vaultKeySources: () => vaultKeySources,
    wrappedKeys: () => createWrappedKeyStore(pool),
    vaultKeyStore: () => vaultKeyStore,
    vaultProcesses: () => createVaultProcessStore(pool),
    rewraps: () => createRewrapStore(pool),
    connectionTable: () => createConnectionTable(pool),
    feedTable: () => createFeedTable(pool, shards === undefined ? "share" : "update"),
    sealedAttempts: () => createSealedAttemptStore(pool),
    vaultKeys: () => new VaultKeys(ofKeys),
    vaultKeyAge: () => watchVaultKey({ registry: vaultKeyStore, clock, periodDays }),
  };
}

/** Adapters that keep no data. */
function tools({ config }: Foundation) {
  return {
    digest: () => systemDigest,
    hash: () => systemHash,
    hasher: () => systemPasswordHasher,
    signer: () => webhookSigner,
    isPassing: () => isPassing,
    hosts: () => openHostCheck(config),
    feedHosts: () => openHostCheck(config, config.feedHosts),
    isRehearsal: () => config.isRehearsal,
  };
}

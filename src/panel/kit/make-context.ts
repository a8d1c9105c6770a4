import type { FastifyRequest } from "fastify";
import { isFromElsewhere } from "../../page/kit/same-origin.ts";
import { SECOND, toIso, type Instant } from "../../kernel/clock.ts";
import { newEntryId } from "../../kernel/ids.ts";
import type { AuditEntry, AuditNote } from "../../domain/merchant/audit.ts";
import type { SignedIn } from "../../domain/merchant/panel-session.ts";
import type { User } from "../../domain/merchant/user.ts";
import { setUpSecret } from "../../domain/merchant/second-factor.ts";
import { textFields } from "../../page/fields.ts";
import { languageOfBrowser, parseLanguage } from "../../page/language.ts";
import { maskedEntry } from "../../system/redaction/masked-audit.ts";
import { maskRequestId } from "../../system/redaction/mask-secrets.ts";
import type { AccountContext, OpenContext, PanelRequest } from "./context.ts";
import { NO_LOG } from "./form-log.ts";
import { readLook } from "./look.ts";
import type { PanelKit } from "./panel-kit.ts";
import type { Place } from "./panel-paths.ts";
import { Upload } from "../../http/body/upload.ts";

type RequestSession = { readonly signedIn?: SignedIn; readonly pending?: SignedIn };

export function openContext(
  kit: PanelKit,
  request: FastifyRequest,
  found: RequestSession,
): OpenContext {
  const read = readRequest(request);
  const { headers } = request;
  const known = (found.signedIn ?? found.pending)?.user.language;
  const address = kit.clientAddress(request);
  return {
    kit,
    request: read,
    language:
      parseLanguage(read.query["lang"] ?? "") ??
      known ??
      parseLanguage(read.body["lang"] ?? "") ??
      languageOfBrowser(headers["accept-language"]),
    browser: {
      address,
      userAgent: headers["user-agent"] ?? "",
      network: kit.clientNetwork(request),
      device: kit.cookies.device.read(request) ?? "",
    },
    identityToken: kit.cookies.identity.read(request) ?? "",
    look: readLook(kit.cookies.look.read(request)),
    pending: found.pending,
    panel: (page) => kit.paths.panel(page),
    recordAs: ({ email, merchantId }, note) =>
      append(kit, note, {
        actor: email,
        merchantId,
        userId: undefined,
        mode: undefined,
        requestId: maskRequestId(request.id),
        address,
      }),
  };
}

type AccountFacts = {
  readonly open: OpenContext;
  readonly request: FastifyRequest;
  readonly signedIn: SignedIn | undefined;
};

export function accountContext(
  kit: PanelKit,
  { open, request, signedIn }: AccountFacts,
): AccountContext | undefined {
  if (signedIn === undefined) return undefined;
  const { user } = signedIn;
  const token = kit.cookies.session.read(request) ?? "";
  const actor = {
    actor: user.email,
    userId: user.userId,
    requestId: maskRequestId(request.id),
    address: open.browser.address,
  };
  return {
    ...open,
    signedIn,
    formToken: formTokenOf(kit, token),
    setUpSecret: setUpSecret(kit.people, token),
    log: NO_LOG,
    record: (note, place) => append(kit, note, { ...actor, ...placeOf(user, place) }),
    entryOf: (note, place) =>
      maskedEntry(entryOf(kit, note, { ...actor, ...placeOf(user, place) })),
  };
}

function placeOf({ merchantId }: User, place: Place | undefined) {
  return { merchantId: place?.merchantId ?? merchantId, mode: place?.mode };
}

/**
 * The token against request forgery. It is derived from the session's token, which no page and no
 * table contains.
 */
export function formTokenOf({ digest }: PanelKit, sessionToken: string): string {
  return digest.hmacSha256(sessionToken, "form");
}

type Circumstances = Pick<
  AuditEntry,
  "actor" | "userId" | "merchantId" | "mode" | "requestId" | "address"
>;

function append(kit: PanelKit, note: AuditNote, circumstances: Circumstances): Promise<void> {
  return kit.audit.append(entryOf(kit, note, circumstances));
}

function entryOf(kit: PanelKit, note: AuditNote, circumstances: Circumstances): AuditEntry {
  const at = kit.clock.now();
  const entryId = newEntryId({ now: at, random: kit.random });
  const after = { ...note.after, ...sandboxTime(kit, circumstances, at) };
  const changes = Object.keys(after).length === 0 ? {} : { after };
  return { ...note, ...circumstances, ...changes, entryId, at };
}

/** The sandbox's time if it is ahead, so that an entry can be shown among the sandbox's records. */
function sandboxTime(
  { clocks }: PanelKit,
  { merchantId, mode }: Circumstances,
  at: Instant,
): AuditNote["after"] {
  if (merchantId === undefined || mode === undefined) return undefined;
  const own = clocks.now({ merchantId, mode });
  return own - at < SECOND ? undefined : { sandbox_time: toIso(own) };
}

function readRequest(request: FastifyRequest): PanelRequest {
  const { body } = request;
  const upload = body instanceof Upload ? body : undefined;
  return {
    params: textFields(request.params),
    query: textFields(request.query),
    body: upload?.fields ?? textFields(body),
    files: upload?.files ?? {},
    largeFiles: upload?.largeFiles ?? {},
    requestId: maskRequestId(request.id),
    url: request.url,
    isRead: request.method === "GET" || request.method === "HEAD",
    isFromElsewhere: isFromElsewhere(request.headers),
  };
}

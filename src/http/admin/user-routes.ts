import type { FastifyInstance, FastifyRequest } from "fastify";
import { toIso } from "../../kernel/clock.ts";
import type { AuditAction } from "../../domain/merchant/audit.ts";
import { changeRole, disableUser, enableUser } from "../../domain/merchant/manage-users.ts";
import { inviteUser } from "../../domain/merchant/password-link.ts";
import { parseEmail, type User } from "../../domain/merchant/user.ts";
import { userDocument } from "../../domain/merchant/user-document.ts";
import { operatorOf, withOperatorKey } from "../caller/operator-auth.ts";
import { MerchantParams, type MerchantRequest } from "../schema/admin/merchant.ts";
import {
  NewUserSchema,
  UserChangeSchema,
  UserParams,
  type NewUserBody,
  type UserChangeBody,
  type UserRequest,
} from "../schema/admin/user.ts";
import { actorOf, alreadyThere, invalid, merchantOf, notFound, record } from "./admin-call.ts";
import type { AdminDeps } from "./admin-deps.ts";
import { MERCHANT } from "./merchant-routes.ts";

const USERS = `${MERCHANT}/users`;

type InvitationRequest = FastifyRequest<MerchantRequest & { Body: NewUserBody }>;
type ChangeRequest = FastifyRequest<UserRequest & { Body: UserChangeBody }>;

/** The users of a merchant's panel; the operators themselves are managed in the panel only. */
export function userRoutes(app: FastifyInstance, deps: AdminDeps): void {
  app.get<MerchantRequest>(
    USERS,
    { ...withOperatorKey(deps, "users.read"), schema: { params: MerchantParams } },
    (request) => list(deps, request),
  );
  const write = withOperatorKey(deps, "users.write");
  app.post<MerchantRequest & { Body: NewUserBody }>(
    USERS,
    { ...write, schema: { params: MerchantParams, body: NewUserSchema } },
    (request) => invite(deps, request),
  );
  app.patch<UserRequest & { Body: UserChangeBody }>(
    `${USERS}/:user_id`,
    { ...write, schema: { params: UserParams, body: UserChangeSchema } },
    (request) => change(deps, request),
  );
}

async function list(deps: AdminDeps, request: FastifyRequest<MerchantRequest>) {
  const { merchantId } = await merchantOf(deps, request);
  return { users: (await deps.people.users.list(merchantId)).map(userDocument) };
}

async function invite(deps: AdminDeps, request: InvitationRequest) {
  const { merchantId } = await merchantOf(deps, request);
  const { role, language = "tr" } = request.body;
  const email = parseEmail(request.body.email);
  if (email === undefined) throw invalid({ field: "email", message: "must be an e-mail address" });
  const wish = { email, role, merchantId, language };
  const invited = await inviteUser(deps.people, wish, operatorOf(request).keyId);
  if (!invited.ok) throw alreadyThere("email", "must be another: a user has it");
  const { user, expiresAt } = invited.value;
  const after = { email, role, link_shown_to: actorOf(request) };
  await note(deps, request, { user, action: "user.created", after });
  return {
    ...userDocument(user),
    choose_password_url: deps.linkUrl(invited.value),
    url_expires_at: toIso(expiresAt),
  };
}

async function change(deps: AdminDeps, request: ChangeRequest) {
  const { people } = deps;
  const { role, state } = request.body;
  const user = await memberOf(deps, request);
  const by = operatorOf(request).keyId;
  if (role !== undefined && role !== user.role) {
    await changeRole(people, { user, role, by });
    const roles = { before: { role: user.role }, after: { role } };
    await note(deps, request, { user, action: "user.changed", ...roles });
  }
  const isDisabled = user.disabledAt !== undefined;
  if (state === "disabled" && !isDisabled) {
    await disableUser(people, user.userId);
    await note(deps, request, { user, action: "user.disabled" });
  }
  if (state === "enabled" && isDisabled) {
    await enableUser(people, user.userId, by);
    await note(deps, request, { user, action: "user.enabled" });
  }
  return userDocument(await memberOf(deps, request));
}

async function memberOf(deps: AdminDeps, request: FastifyRequest<UserRequest>): Promise<User> {
  const { merchantId } = await merchantOf(deps, request);
  const members = await deps.people.users.list(merchantId);
  const user = members.find(({ userId }) => userId === request.params.user_id);
  if (user === undefined) throw notFound("user_id", "must be the id of a user of the merchant");
  return user;
}

type UserNote = {
  readonly user: User;
  readonly action: AuditAction;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
};

function note(deps: AdminDeps, request: FastifyRequest, noted: UserNote): Promise<void> {
  const { user, action, before, after } = noted;
  const { userId, merchantId } = user;
  return record(deps, request, {
    note: { action, object: { kind: "user", id: userId }, before, after },
    place: merchantId === undefined ? {} : { merchantId },
  });
}

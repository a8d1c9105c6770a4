import { defineCommand } from "./kit/command.ts";
import { later, toIso } from "../kernel/clock.ts";
import { openSetUp } from "../domain/merchant/first-owner.ts";
import { parseMerchantId, type MerchantId } from "../kernel/ids.ts";
import type { AuditNote } from "../domain/merchant/audit.ts";
import {
  createUser,
  disableUser,
  enableUser,
  resetPassword,
} from "../domain/merchant/manage-users.ts";
import { userDocument, type UserDocument } from "../domain/merchant/user-document.ts";
import { isRole, parseEmail, ROLES, type User } from "../domain/merchant/user.ts";
import type { Installation } from "../service/installation/installation.ts";
import { json } from "./kit/arguments.ts";
import { durationOf } from "./kit/duration.ts";
import { logCommand } from "./kit/command-log.ts";
import { CommandError, facts, print } from "./kit/output.ts";
import { MAY_BE_NEW, runOnInstallation } from "./kit/with-installation.ts";

const email = { type: "string", required: true, description: "The user's e-mail address" } as const;

const create = defineCommand({
  meta: { name: "create", description: "Create a user of the panel and show the password, once" },
  args: {
    email,
    role: { type: "string", required: true, description: `One of ${ROLES.join(", ")}` },
    merchant: { type: "string", description: "Merchant id (mer_…); without one, an operator" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const { role } = args;
      if (!isRole(role)) throw new CommandError(`--role must be one of ${ROLES.join(", ")}`);
      const wish = {
        email: emailOf(args.email),
        role,
        merchantId: await merchantOf(deps, args.merchant),
        language: "tr",
      } as const;
      const created = await createUser(deps, wish);
      if (!created.ok) throw new CommandError(`there is a user ${wish.email} already`);
      const { user, password } = created.value;
      await note(deps, user, { action: "user.created", after: { role } });
      const document = { ...userDocument(user), password };
      print({ json: document, text: facts(textsOf(document)) }, args.json);
    }, MAY_BE_NEW),
});

const setUp = defineCommand({
  meta: {
    name: "set-up",
    description: "Print an address at which the first owner registers, once and within an hour",
  },
  args: { json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const token = await openSetUp(deps);
      if (token === undefined) {
        throw new CommandError("there is a user already; vezne users create makes another");
      }
      const url = `${deps.config.publicUrl}/panel/set-up?token=${token}`;
      print({ json: { url }, text: url }, args.json);
    }),
});

const list = defineCommand({
  meta: { name: "list", description: "List the users of the panel" },
  args: { json },
  run: ({ args }) =>
    runOnInstallation(async ({ users }) => {
      const rows = (await users.listAll()).map(userDocument);
      const text = rows.map(
        (row) => `${row.email}  ${row.role}  ${row.merchant_id ?? "operator"}  ${row.state}`,
      );
      print(
        { json: { users: rows }, text: text.length > 0 ? text.join("\n") : "no users" },
        args.json,
      );
    }),
});

const reset = defineCommand({
  meta: { name: "reset-password", description: "Give a user a new password, shown once" },
  args: {
    email,
    "second-factor": {
      type: "boolean",
      default: false,
      description: "Remove the second factor as well, if the user lost it",
    },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const user = await userOf(deps, args.email);
      const password = await resetPassword(deps, user.userId);
      await note(deps, user, { action: "user.password_reset" });
      if (args["second-factor"]) {
        await deps.users.endSecondFactor(user.userId);
        await note(deps, user, { action: "user.second_factor_removed" });
      }
      const document = { email: user.email, password };
      print({ json: document, text: facts(Object.entries(document)) }, args.json);
    }),
});

const disable = defineCommand({
  meta: { name: "disable", description: "Disable a user; open sessions end" },
  args: { email, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const user = await userOf(deps, args.email);
      await disableUser(deps, user.userId);
      await note(deps, user, { action: "user.disabled" });
      print({ json: { email: user.email, state: "disabled" }, text: "disabled" }, args.json);
    }),
});

const enable = defineCommand({
  meta: { name: "enable", description: "Enable a disabled user" },
  args: { email, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const user = await userOf(deps, args.email);
      await enableUser(deps, user.userId);
      await note(deps, user, { action: "user.enabled" });
      print({ json: { email: user.email, state: "enabled" }, text: "enabled" }, args.json);
    }),
});

const PERMIT_MOST = "24h";

const breakGlass = defineCommand({
  meta: {
    name: "break-glass",
    description:
      "Let a user sign in by a new password for a while, although VEZNE_LOCAL_PASSWORDS is off",
  },
  args: {
    email,
    for: { type: "string", default: "1h", description: `1h by default, ${PERMIT_MOST} at most` },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const user = await userOf(deps, args.email);
      const ms = durationOf(args.for, { name: "--for", most: PERMIT_MOST });
      const until = later(deps.clock.now(), ms);
      const password = await resetPassword(deps, user.userId);
      await deps.identities.allowPassword(user.userId, until);
      await note(deps, user, {
        action: "user.password_reset",
        after: { password_until: toIso(until) },
      });
      const document = { email: user.email, password, until: toIso(until) };
      print({ json: document, text: facts(Object.entries(document)) }, args.json);
    }),
});

const unbind = defineCommand({
  meta: {
    name: "unbind-identity",
    description:
      "Forget the person at the identity provider that a user is bound to; open sessions end",
  },
  args: { email, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const user = await userOf(deps, args.email);
      if (!(await deps.identities.unbind(user.userId))) {
        throw new CommandError("the user is bound to no person at an identity provider");
      }
      await deps.panelSessions.endAll(user.userId, undefined);
      await note(deps, user, { action: "user.changed", after: { identity: "unbound" } });
      print({ json: { email: user.email, identity: null }, text: "unbound" }, args.json);
    }),
});

export const usersCommand = defineCommand({
  meta: { name: "users", description: "Users of the merchant panel" },
  subCommands: {
    create,
    "set-up": setUp,
    list,
    disable,
    enable,
    "reset-password": reset,
    "break-glass": breakGlass,
    "unbind-identity": unbind,
  },
});

function emailOf(text: string): string {
  const address = parseEmail(text);
  if (address === undefined) throw new CommandError("--email must be an e-mail address");
  return address;
}

async function merchantOf(
  { merchants }: Pick<Installation, "merchants">,
  text: string | undefined,
): Promise<MerchantId | undefined> {
  if (text === undefined) return undefined;
  const merchantId = parseMerchantId(text);
  const merchant = merchantId === undefined ? undefined : await merchants.find(merchantId);
  if (merchant === undefined) throw new CommandError(`there is no merchant ${text}`);
  return merchant.merchantId;
}

async function userOf({ users }: Pick<Installation, "users">, text: string): Promise<User> {
  const account = await users.findByEmail(emailOf(text));
  if (account === undefined) throw new CommandError(`there is no user ${text}`);
  return account.user;
}

function textsOf(
  document: UserDocument & { readonly password: string },
): readonly [string, string][] {
  const { email: address, role, merchant_id, password } = document;
  return [
    ["email", address],
    ["password", password],
    ["role", role],
    ["merchant", merchant_id ?? "none: an operator"],
  ];
}

function note(
  deps: Pick<Installation, "audit" | "clock" | "random">,
  { userId, merchantId, email: address }: User,
  { action, after }: Pick<AuditNote, "action" | "after">,
): Promise<void> {
  const object = { kind: "user", id: userId };
  return logCommand(deps, { action, object, after: { email: address, ...after }, merchantId });
}

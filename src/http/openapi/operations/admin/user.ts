import {
  PanelUserListSchema,
  PanelUserSchema,
  UserInvitedSchema,
} from "../../../schema/admin/user.ts";
import { EXAMPLE } from "../../example-values.ts";
import { ofField } from "../../problem-examples.ts";
import { ADMIN, MERCHANT_PROBLEMS, MERCHANT_QUERY, ONE } from "./shared.ts";
import type { Operations } from "./shared.ts";

const USERS = `${ONE}/users`;

const user = {
  user_id: EXAMPLE.user,
  email: EXAMPLE.email,
  role: "finance",
  merchant_id: EXAMPLE.merchant,
  state: "enabled",
  second_factor: false,
  disabled_reason: null,
  used_at: EXAMPLE.createdAt,
  created_at: EXAMPLE.createdAt,
};

export const ADMIN_USER_OPERATIONS: Operations = {
  [`GET ${USERS}`]: {
    ...ADMIN,
    id: "listUsers",
    summary: "List a merchant's users",
    description: "The users of the merchant's panel, with their roles.",
    answers: { "application/json": [PanelUserListSchema] },
    examples: {
      one: { summary: "One user", query: MERCHANT_QUERY, answer: { users: [user] } },
    },
    problems: MERCHANT_PROBLEMS,
  },
  [`POST ${USERS}`]: {
    ...ADMIN,
    id: "inviteUser",
    summary: "Invite a user",
    description:
      "Makes a user who chooses a password at `choose_password_url`, once and within three days. Send " +
      "the address to the user; no other answer has it.",
    answers: { "application/json": [UserInvitedSchema] },
    examples: {
      finance: {
        summary: "A user for finance",
        query: MERCHANT_QUERY,
        body: { email: EXAMPLE.email, role: "finance" },
        answer: {
          ...user,
          choose_password_url: EXAMPLE.choosePasswordUrl,
          url_expires_at: EXAMPLE.transferBy,
        },
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS, "already_exists"],
    problemExamples: {
      validation_failed: ofField("email", "is required"),
      already_exists: ofField("email", "must be another: a user has it"),
    },
  },
  [`PATCH ${USERS}/:user_id`]: {
    ...ADMIN,
    id: "changeUser",
    summary: "Change, disable or enable a user",
    description: "Changes the fields that are sent. The sessions of a disabled user end at once.",
    answers: { "application/json": [PanelUserSchema] },
    examples: {
      disable: {
        summary: "Disable",
        query: { ...MERCHANT_QUERY, user_id: EXAMPLE.user },
        body: { state: "disabled" },
        answer: { ...user, state: "disabled", disabled_reason: "by_hand" },
      },
    },
    problems: ["validation_failed", ...MERCHANT_PROBLEMS],
    problemExamples: {
      validation_failed: ofField(
        "role",
        "must be one of owner, finance, support, developer, read-only",
      ),
    },
  },
};

import type { MerchantId } from "../../kernel/ids.ts";
import { may, mayOperate } from "../../domain/merchant/permission.ts";
import type { User } from "../../domain/merchant/user.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { type AccountContext, isMerchant } from "../kit/context.ts";
import type { Audited } from "../kit/form-log.ts";
import type { QuestionFinder } from "../kit/question.ts";
import { merchantRoute, operatorRoute, type PanelRoute } from "../kit/route.ts";

/** The users of a merchant, or the operators, depending on the page. */
export type UserGroup = {
  readonly merchantId: MerchantId | undefined;
  readonly kind: "users" | "operators";
  /** The path of a page of the team. */
  readonly to: (page?: string) => string;
  readonly mayChange: boolean;
};

const below = (page = "") => (page === "" ? "" : `/${page}`);

export function teamOf(context: AccountContext): UserGroup {
  const { user } = context.signedIn;
  if (isMerchant(context)) {
    return {
      kind: "users",
      merchantId: context.merchant.merchantId,
      to: (page) => context.to(`users${below(page)}`),
      mayChange: may(user, "users.change"),
    };
  }
  return {
    kind: "operators",
    merchantId: undefined,
    to: (page) => context.panel(`operators${below(page)}`),
    mayChange: mayOperate(user, "operators.change"),
  };
}

type Page = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly run: (context: AccountContext) => Promise<PanelAnswer>;
  readonly ask?: QuestionFinder<AccountContext>;
  readonly audit?: Audited;
};

/** A page of a merchant's users, and the same page of the operators. */
export function teamRoutes(page: Page): readonly PanelRoute[] {
  const { method, path } = page;
  const permission = method === "GET" ? "see" : "change";
  const users = { path: `users${path}`, permission: `users.${permission}` } as const;
  const operators = { path: `operators${path}`, permission: `operators.${permission}` } as const;
  return [merchantRoute({ ...page, ...users }), operatorRoute({ ...page, ...operators })];
}

/** Finds a user of the team; users outside the team are not found. */
export async function findMember(context: AccountContext): Promise<User | undefined> {
  const { users } = context.kit.people;
  const members = await users.list(teamOf(context).merchantId);
  return members.find(({ userId }) => userId === context.request.params["user"]);
}

import { isOperator } from "../../domain/merchant/user.ts";
import { redirect } from "../kit/answer.ts";
import { accountRoute, openRoute, type PanelRoute } from "../kit/route.ts";
import { isAccount } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";

/** `/panel` itself, and signing out. */
export const homeRoutes: readonly PanelRoute[] = [
  accountRoute("GET", "", async ({ kit, signedIn }) => {
    const { merchantId } = signedIn.user;
    if (isOperator(signedIn.user) || merchantId === undefined) {
      return redirect(kit.paths.panel("merchants"));
    }
    return redirect(kit.paths.merchant({ merchantId, mode: "test" }));
  }),
  openRoute("POST", "sign-out", async (context) => {
    const { kit } = context;
    const to = kit.paths.panel("sign-in") + queryText({ out: "yes" });
    if (isAccount(context)) {
      const { user, session } = context.signedIn;
      await kit.people.panelSessions.end(session.tokenHash);
      await context.record({
        action: "user.signed_out",
        object: { kind: "user", id: user.userId },
      });
    }
    return { kind: "redirect", to, signsOut: true };
  }),
];

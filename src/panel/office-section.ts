import { feedRoutes } from "./account-feeds/feed-routes.tsx";
import { identityRoutes } from "./sign-in/identity-page.tsx";
import { signInRoutes } from "./sign-in/sign-in-page.tsx";
import { setUpRoutes } from "./sign-in/set-up-page.tsx";
import { codeRoutes } from "./sign-in/code-page.tsx";
import { homeRoutes } from "./account/home.tsx";
import { accountRoutes } from "./account/account-page.tsx";
import { passwordRoutes } from "./account/password-page.tsx";
import { secondFactorRoutes } from "./account/second-factor-page.tsx";
import { merchantsRoutes } from "./merchants/merchants-page.tsx";
import { jobsRoutes } from "./jobs/jobs-page.tsx";
import { settingsRoutes } from "./settings/settings-page.tsx";
import { brandRoutes } from "./settings/brand-page.tsx";
import { securityRoutes } from "./security/security-page.tsx";
import { choosePasswordRoutes } from "./sign-in/choose-password-page.tsx";
import { usersRoutes } from "./users/users-page.tsx";
import { userRoutes } from "./users/user-page.tsx";
import { auditRoutes } from "./audit/audit-page.tsx";
import { clockRoutes } from "./clock/clock-page.tsx";
import type { PanelRoute } from "./kit/route.ts";

/** The pages about signing in, merchants, users, settings and the operation. */
export const OFFICE_ROUTES: readonly PanelRoute[] = [
  ...signInRoutes,
  ...identityRoutes,
  ...setUpRoutes,
  ...choosePasswordRoutes,
  ...codeRoutes,
  ...homeRoutes,
  ...accountRoutes,
  ...feedRoutes,
  ...passwordRoutes,
  ...secondFactorRoutes,
  ...merchantsRoutes,
  ...jobsRoutes,
  ...settingsRoutes,
  ...brandRoutes,
  ...securityRoutes,
  ...usersRoutes,
  ...userRoutes,
  ...auditRoutes,
  ...clockRoutes,
];

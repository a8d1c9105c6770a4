import type { ProblemSender } from "../../http/problem/problem-sender.ts";
import { wrongMethod } from "../../http/server/register-routes.ts";
import type { RefuseMethod } from "../../page/page-routes.ts";
import { forPrograms } from "../../page/security-headers.ts";

/** Answers the wrong methods of pages and files with a problem. */
export function refuseMethodWith(sendProblem: ProblemSender): RefuseMethod {
  return async (reply) =>
    sendProblem(forPrograms(reply), wrongMethod(String(reply.getHeader("Allow"))));
}

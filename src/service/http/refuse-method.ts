import type { ProblemSender } from "../../edge/http/problem-sender.ts";
import { wrongMethod } from "../../edge/http/register-routes.ts";
import type { RefuseMethod } from "../../edge/page/page-routes.ts";
import { forPrograms } from "../../edge/page/security-headers.ts";

/** Answers the wrong methods of pages and files with a problem. */
export function refuseMethodWith(sendProblem: ProblemSender): RefuseMethod {
  return async (reply) =>
    sendProblem(forPrograms(reply), wrongMethod(String(reply.getHeader("Allow"))));
}

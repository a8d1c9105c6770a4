import type { FastifyInstance } from "fastify";

import type { BankDeps } from "../bank-deps.ts";
import { answerChallenge } from "../challenge.ts";
import { customerPages } from "./customer-pages.ts";
import { newCavv } from "../numbers.ts";
import { ChallengePage } from "../page/challenge-page.tsx";
import { tryChallenge } from "../trial.ts";

/** The Access Control Server: the page at which the issuer authenticates the cardholder. */
export function challengePages(app: FastifyInstance, deps: BankDeps): void {
  customerPages(app, deps, {
    path: "/3ds",
    find: (id) => deps.book.findChallenge(id),
    amend: (challenge) => deps.book.amendChallenge(challenge),
    answer(challenge, submitted, now) {
      const at = { now, cavv: newCavv(deps.random) };
      return submitted.trial === undefined
        ? answerChallenge(challenge, { button: submitted.button, otp: submitted.otp, ...at })
        : tryChallenge(challenge, submitted.trial, at);
    },
    onDecided: () => Promise.resolve(),
    page: (challenge, props) =>
      ChallengePage({ challenge, isWrong: challenge.wrongCodes > 0, ...props }),
    proof: ({ decision }) => ({
      md_status: decision?.mdStatus ?? "",
      eci: decision?.eci ?? "",
      cavv: decision?.cavv ?? "",
    }),
    // The trial `lost` of this page loses the bank's answer to the later charge instead.
    losesReturn: false,
  });
}

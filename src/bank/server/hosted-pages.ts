import type { FastifyInstance } from "fastify";

import type { BankDeps } from "../bank-deps.ts";
import { bookHosted } from "../book-hosted.ts";
import { customerPages } from "./customer-pages.ts";
import { answerHosted, judgeHosted } from "../hosted-payment.ts";
import { HostedPage } from "../page/hosted-page.tsx";
import { tryHosted } from "../trial.ts";

/** The pages of wallets, lenders and Papel: the customer's approval there moves the money. */
export function hostedPages(app: FastifyInstance, deps: BankDeps): void {
  const { hosted } = deps.book;
  customerPages(app, deps, {
    path: "/pay",
    find: (id) => hosted.find(id),
    amend: (payment) => hosted.amend(payment),
    answer: (payment, submitted, now) =>
      submitted.trial === undefined
        ? answerHosted(payment, { button: submitted.button, otp: submitted.otp, now })
        : tryHosted(payment, submitted.trial, { now }),
    async onDecided(payment, now) {
      if (judgeHosted(payment, now) === "00") await bookHosted(deps, payment, now);
    },
    page: (payment, props) => HostedPage({ ...props, payment, isWrong: payment.wrongCodes > 0 }),
    proof: ({ decision }) => ({
      md_status: decision?.result === "approve" ? "1" : "0",
      eci: "",
      cavv: "",
    }),
    losesReturn: true,
  });
}

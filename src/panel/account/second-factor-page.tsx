import { Secret } from "../../kernel/secret.ts";
import type { AuditAction } from "../../domain/merchant/audit.ts";
import { withinTries } from "../../domain/merchant/confirm-identity.ts";
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactorProof,
} from "../../domain/merchant/second-factor.ts";
import { done, redirect, refusal, type PanelAnswer, type PanelPage } from "../kit/answer.ts";
import { type AccountContext, useAccount, useWords } from "../kit/context.ts";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { inFours } from "../../page/parts/in-fours.ts";
import { QrCode } from "../../page/parts/qr-code.tsx";
import type { FactorReason } from "../kit/guard.ts";
import { accountForm, setUpRoute, type PanelRoute } from "../kit/route.ts";
import { attemptWords } from "../words/attempts.ts";
import { PasswordProof } from "./password-proof.tsx";
import { accountWords } from "./words.ts";

const PATH = "account/second-factor";
const NEEDS: readonly FactorReason[] = ["live", "role", "page"];

/** Setting up the second factor, renewing its recovery codes, and removing it. */
export const secondFactorRoutes: readonly PanelRoute[] = [
  setUpRoute("GET", PATH, async (context) => factorPage(context, {})),
  factorForm(PATH, "user.second_factor_added", confirm),
  factorForm(`${PATH}/codes`, "user.recovery_codes_renewed", renew),
  factorForm(`${PATH}/remove`, "user.second_factor_removed", remove),
];

type Act = (context: AccountContext) => Promise<PanelAnswer>;

function factorForm(path: string, action: AuditAction, run: Act): PanelRoute {
  return accountForm({ path, isForSetUp: true, audit: { action, kind: "user" }, run });
}

async function confirm(context: AccountContext): Promise<PanelAnswer> {
  const { kit, signedIn, language } = context;
  const words = accountWords[language];
  const confirmed = await withinTries(kit.people, signedIn.session, () =>
    confirmSecondFactor(kit.people, signedIn, {
      ...proofOf(context),
      secret: context.setUpSecret,
    }),
  );
  if (!confirmed.ok) {
    const { refusal: problem } = confirmed;
    if (typeof problem === "object") return tooMany(context, problem.waitS);
    return factorPage(
      context,
      problem === "wrong_code"
        ? { code: words.codeWrong }
        : { password: attemptWords[language].wrongPassword },
    );
  }
  const { token, recoveryCodes } = confirmed.value;
  await context.log.done();
  return { ...codesPage(context, recoveryCodes), token };
}

async function renew(context: AccountContext): Promise<PanelAnswer> {
  const { kit, signedIn } = context;
  const { code } = proofOf(context);
  const renewed = await withinTries(kit.people, signedIn.session, () =>
    renewRecoveryCodes(kit.people, signedIn, code),
  );
  if (!renewed.ok) return refuseProof(context, renewed.refusal);
  await context.log.done();
  return codesPage(context, renewed.value);
}

async function remove(context: AccountContext): Promise<PanelAnswer> {
  const { kit, signedIn, language } = context;
  const removed = await withinTries(kit.people, signedIn.session, () =>
    removeSecondFactor(kit.people, signedIn, proofOf(context)),
  );
  if (!removed.ok) return refuseProof(context, removed.refusal);
  await context.log.done();
  return {
    kind: "redirect",
    to: context.panel("account"),
    token: removed.value.token,
    flash: done(accountWords[language].removed),
  };
}

function proofOf({ request }: AccountContext): SecondFactorProof {
  const { password = "", code = "" } = request.body;
  return { password: new Secret(password), code: new Secret(code) };
}

type ProofRefusal = "wrong_code" | { readonly waitS: number };

function refuseProof(context: AccountContext, problem: ProofRefusal): PanelAnswer {
  if (typeof problem === "object") return tooMany(context, problem.waitS);
  return redirect(context.panel(PATH), refusal(accountWords[context.language].proofWrong));
}

function tooMany(context: AccountContext, waitS: number): PanelAnswer {
  const text = attemptWords[context.language].tooMany(waitS);
  const page = factorPage(context, {});
  return { ...page, status: 429, retryAfterS: waitS, flash: refusal(text) };
}

/**
 * The answer to the form shows the recovery codes; only their hashes are stored, so no page repeats
 * the codes.
 */
function codesPage(context: AccountContext, codes: readonly string[]): PanelPage {
  const { kit, request, language } = context;
  const words = accountWords[language];
  const next = kit.paths.own(request.body["next"] ?? "") ?? context.panel("account");
  return {
    kind: "page",
    title: words.codesTitle,
    flash: done(words.on),
    body: (
      <div class="card narrow">
        <p>{words.codesKeep}</p>
        <ul class="codes">
          {codes.map((code) => (
            <li>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <a class="button main" href={next}>
          {words.codesDone}
        </a>
      </div>
    ),
  };
}

type Errors = { readonly password?: string; readonly code?: string };

function factorPage(context: AccountContext, errors: Errors): PanelPage {
  const { request, signedIn, language } = context;
  const words = accountWords[language];
  const isActive = signedIn.user.secondFactorSince !== undefined;
  const need = NEEDS.find((one) => one === request.query["needed"]);
  const needed = isActive ? words.neededAgain : words.needed[need ?? "page"];
  return {
    kind: "page",
    status: Object.keys(errors).length === 0 ? 200 : 422,
    title: words.factorTitle,
    crumbs: [{ label: words.title, href: context.panel("account") }],
    ...(need === undefined ? {} : { flash: refusal(needed) }),
    body: isActive ? <Management /> : <Setup errors={errors} />,
  };
}

function Setup({ errors }: { readonly errors: Errors }) {
  const { kit, request, signedIn, setUpSecret, panel } = useAccount();
  const secret = setUpSecret.reveal();
  const words = useWords(accountWords);
  const next = kit.paths.own(request.query["next"] ?? request.body["next"] ?? "") ?? "";
  return (
    <div class="card narrow">
      <p>{words.scan}</p>
      <QrCode text={kit.people.codes.enrolmentUri(secret, signedIn.user.email)} label={words.qr} />
      <p class="hint">{words.orType}</p>
      <p>
        <code id="secret">{inFours(secret)}</code>
      </p>
      <Form action={panel(PATH)}>
        <input type="hidden" name="next" value={next} />
        <Field
          name="code"
          label={words.typeCode}
          error={errors.code}
          autocomplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          hasFocus={errors.code !== undefined}
          isRequired
        />
        <PasswordProof error={errors.password} />
        <Button>{words.confirm}</Button>
      </Form>
    </div>
  );
}

function Management() {
  const { panel } = useAccount();
  const words = useWords(accountWords);
  return (
    <>
      <section class="card narrow">
        <h2>{words.renewTitle}</h2>
        <p class="hint">{words.renewHint}</p>
        <Form action={panel(`${PATH}/codes`)} label={words.renewTitle}>
          <CodeField id="code" label={words.code} />
          <Button kind="plain">{words.renew}</Button>
        </Form>
      </section>
      <section class="card narrow">
        <h2>{words.removeTitle}</h2>
        <p class="hint">{words.removeHint}</p>
        <Form action={panel(`${PATH}/remove`)} label={words.removeTitle}>
          <Field
            name="password"
            label={words.current}
            type="password"
            autocomplete="current-password"
            isRequired
          />
          <CodeField id="remove-code" label={words.code} />
          <Button kind="danger">{words.remove}</Button>
        </Form>
      </section>
    </>
  );
}

/** The page has two forms, so each has a field with an id of its own. */
function CodeField({ id, label }: { readonly id: string; readonly label: string }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} name="code" type="text" autocomplete="one-time-code" maxLength={40} required />
    </div>
  );
}

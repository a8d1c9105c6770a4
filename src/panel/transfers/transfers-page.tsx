import { later } from "../../kernel/clock.ts";
import { may } from "../../domain/merchant/permission.ts";
import { TRANSFER_LIFETIME_MS } from "../../domain/transfer/pay-by-transfer.ts";
import { finishAssignments } from "../../domain/transfer/assign-line.ts";
import type { WaitingLine } from "../../domain/transfer/ports.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { FileField } from "../parts/file-field.tsx";
import { Card } from "../../page/parts/card.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { UPLOAD_BYTES_MAX } from "../../http/body/upload.ts";
import { importUpload } from "./import-upload.tsx";
import { QueueTable, WaitingTable } from "./transfer-tables.tsx";
import { FEEDS } from "../account-feeds/feed-parts.tsx";
import { feedWords } from "../account-feeds/words.ts";
import { transferWords } from "./words.ts";

const PATH = "transfers";
const SHOWN = 200;

/** Expected transfers, and unmatched statement lines. */
export const transferRoutes: readonly PanelRoute[] = [
  merchantRoute({ method: "GET", path: PATH, permission: "transfers.see", run: transfersPage }),
  merchantRoute({
    method: "POST",
    path: `${PATH}/import`,
    permission: "transfers.settle",
    audit: { action: "statement.imported", kind: "statement", id: "" },
    upload: { fileBytes: UPLOAD_BYTES_MAX, page: transfersPage },
    run: importUpload,
  }),
];

/** The unmatched lines, after assignments that a fault interrupted are completed. */
async function unmatchedLines({ kit, scope }: MerchantContext): Promise<readonly WaitingLine[]> {
  await finishAssignments(kit, scope);
  return kit.statements.unmatched({ owner: scope, limit: SHOWN });
}

async function transfersPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, language, signedIn } = context;
  const words = transferWords[language];
  const since = later(kit.clocks.now(scope), -2 * TRANSFER_LIFETIME_MS);
  const [waiting, queue] = await Promise.all([
    kit.transfers.waitingRequests({ owner: scope, since, limit: SHOWN }),
    unmatchedLines(context),
  ]);
  return {
    kind: "page",
    nav: "transfers",
    title: words.title,
    actions: (
      <>
        <a class="button plain" href={context.to(FEEDS)}>
          {feedWords[language].title}
        </a>
        <a class="button plain" href={context.to(`${PATH}/accounts`)}>
          {words.accounts}
        </a>
      </>
    ),
    body: (
      <>
        <section>
          <h2>{words.queue}</h2>
          <QueueTable queue={queue} />
          {queue.length === SHOWN && <p class="hint">{words.oldest(SHOWN)}</p>}
        </section>
        <section>
          <h2>{words.waiting}</h2>
          <WaitingTable waiting={waiting} />
          {waiting.length === SHOWN && <p class="hint">{words.oldest(SHOWN)}</p>}
        </section>
        {may(signedIn.user, "transfers.settle") && <UploadForm />}
      </>
    ),
  };
}

function UploadForm() {
  const { to } = useMerchant();
  const words = useWords(transferWords);
  return (
    <Card title={words.upload}>
      <Form action={to(`${PATH}/import`)} class="narrow" hasFile>
        <FileField
          name="file"
          label={words.file}
          hint={words.fileHint}
          accept=".xml,.sta,.mt940,.940,.txt"
          isRequired
        />
        <Button>{words.import}</Button>
      </Form>
    </Card>
  );
}

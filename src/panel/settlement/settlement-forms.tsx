import { dayInTurkey, nextWorkingDay } from "../../kernel/calendar-day.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { DayField } from "../../page/parts/day-field.tsx";
import { FileField } from "../parts/file-field.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { FileColumns } from "../tables/file-columns.tsx";
import { FoldedUpload } from "../tables/table-upload.tsx";
import { tableWords } from "../tables/words.ts";
import { ConnectionField, titleIn, type Connections } from "./connections.tsx";
import { EXTRACT_MAPPING } from "./mapping-routes.ts";
import { settlementWords } from "./words.ts";

/** The form for the bank's file, and in test mode the test bank's file. */
export function CompareForms({ connections }: { readonly connections: Connections }) {
  const context = useMerchant();
  const words = useWords(settlementWords);
  return (
    <Card title={words.upload}>
      <Form action={context.to("settlement/import")} class="sift roomy" hasFile>
        <ConnectionField connections={connections} />
        <FileField
          name="settlement"
          label={tableWords[context.language].file}
          hint={words.uploadHint}
          accept=".csv,.txt,.xlsx,text/csv"
          isRequired
        />
        <Button>{words.compare}</Button>
      </Form>
      <div class="asides">
        <FileColumns name="settlement" title={words.upload} />
      </div>
      <p>
        {words.mapExtracts}{" "}
        {connections.map(({ acquirer }, index) => (
          <>
            {index > 0 && " · "}
            <a href={`${context.to(EXTRACT_MAPPING)}?acquirer=${acquirer}`}>
              {titleIn(context, connections, acquirer)}
            </a>
          </>
        ))}
      </p>
      {hasSandbox(context) && <SandboxBank />}
    </Card>
  );
}

function SandboxBank() {
  const { kit, to, scope } = useMerchant();
  const words = useWords(settlementWords);
  return (
    <div class="further">
      <h3>{words.sandbox}</h3>
      <p class="hint">{words.sandboxHint}</p>
      <form action={to("settlement/sandbox-file")} class="sift roomy">
        <DayField
          name="until"
          label={words.until}
          value={nextWorkingDay(dayInTurkey(kit.clocks.now(scope)), 1)}
          isRequired
        />
        <Button kind="plain">{words.download}</Button>
      </form>
    </div>
  );
}

/** The form that replaces the contract by a file; open as long as there is none. */
export function ContractUpload({ isOpen }: { readonly isOpen: boolean }) {
  const { language, to } = useMerchant();
  return (
    <FoldedUpload
      action={to("settlement/contract")}
      title={settlementWords[language].uploadContract}
      hint={tableWords[language].csv}
      name="contract"
      isOpen={isOpen}
    />
  );
}

/** Puts the test bank's own contract in force, in test mode. */
export function SandboxContract() {
  const context = useMerchant();
  if (!hasSandbox(context)) return null;
  return (
    <Form action={context.to("settlement/sandbox-contract")}>
      <Button kind="plain">{settlementWords[context.language].takeContract}</Button>
    </Form>
  );
}

function hasSandbox({ kit, scope }: MerchantContext): boolean {
  return scope.mode === "test" && kit.sandboxSettlement !== undefined;
}

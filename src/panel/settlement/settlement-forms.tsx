import { dayInTurkey, nextWorkingDay } from "../../kernel/calendar-day.ts";
import type { MerchantContext } from "../kit/context.ts";
import { DayField } from "../../page/parts/day-field.tsx";
import { FileField } from "../parts/file-field.tsx";
import { Button, Form } from "../parts/form.tsx";
import { FileColumns } from "../tables/file-columns.tsx";
import { FoldedUpload } from "../tables/table-upload.tsx";
import { tableWords } from "../tables/words.ts";
import { ConnectionField, type Connections } from "./connections.tsx";
import { settlementWords } from "./words.ts";

type Props = { readonly context: MerchantContext };
type FormsProps = Props & { readonly connections: Connections };

/** The form for the bank's file, and in test mode the simulated bank's file. */
export function CompareForms({ context, connections }: FormsProps) {
  const { language } = context;
  const words = settlementWords[language];
  return (
    <section class="card">
      <h2>{words.upload}</h2>
      <Form context={context} action={context.to("settlement/import")} class="sift roomy" hasFile>
        <ConnectionField context={context} connections={connections} />
        <FileField
          context={context}
          name="settlement"
          label={tableWords[language].file}
          hint={words.uploadHint}
          accept=".csv,text/csv"
          isRequired
        />
        <Button>{words.compare}</Button>
      </Form>
      <div class="asides">
        <FileColumns language={language} name="settlement" title={words.upload} />
      </div>
      {hasSandbox(context) && <SandboxBank context={context} />}
    </section>
  );
}

function SandboxBank({ context }: Props) {
  const { kit, language } = context;
  const words = settlementWords[language];
  return (
    <div class="further">
      <h3>{words.sandbox}</h3>
      <p class="hint">{words.sandboxHint}</p>
      <form action={context.to("settlement/sandbox-file")} class="sift roomy">
        <DayField
          language={language}
          name="until"
          label={words.until}
          value={nextWorkingDay(dayInTurkey(kit.clocks.now(context.scope)), 1)}
          isRequired
        />
        <Button kind="plain">{words.download}</Button>
      </form>
    </div>
  );
}

/** The form that replaces the contract by a file; open as long as there is none. */
export function ContractUpload({ context, isOpen }: Props & { readonly isOpen: boolean }) {
  const { language } = context;
  return (
    <FoldedUpload
      context={context}
      action={context.to("settlement/contract")}
      title={settlementWords[language].uploadContract}
      hint={tableWords[language].csv}
      name="contract"
      isOpen={isOpen}
    />
  );
}

/** Puts the simulated bank's own contract in force, in test mode. */
export function SandboxContract({ context }: Props) {
  if (!hasSandbox(context)) return null;
  return (
    <Form context={context} action={context.to("settlement/sandbox-contract")}>
      <Button kind="plain">{settlementWords[context.language].takeContract}</Button>
    </Form>
  );
}

function hasSandbox({ kit, scope }: MerchantContext): boolean {
  return scope.mode === "test" && kit.sandboxSettlement !== undefined;
}

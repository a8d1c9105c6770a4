import { dayInTurkey, nextWorkingDay } from "../../../kernel/calendar-day.ts";
import type { MerchantContext } from "../kit/context.ts";
import { DayField } from "../parts/day-field.tsx";
import { FileField } from "../parts/file-field.tsx";
import { Button, Form } from "../parts/form.tsx";
import { FileColumns } from "../tables/file-columns.tsx";
import { TableUpload } from "../tables/table-upload.tsx";
import { tableWords } from "../tables/words.ts";
import { ConnectionField, type Connections } from "./connections.tsx";
import { settlementWords } from "./words.ts";

type Props = { readonly context: MerchantContext };
type FormsProps = Props & { readonly connections: Connections };

/** The forms for the bank's file, the simulated bank's file in test mode, and the contract. */
export function SettlementForms({ context, connections }: FormsProps) {
  const { language } = context;
  const words = settlementWords[language];
  return (
    <div class="cards">
      <section class="card">
        <h2>{words.upload}</h2>
        <Form context={context} action={context.to("settlement/import")} hasFile>
          <ConnectionField context={context} connections={connections} />
          <FileField
            context={context}
            name="settlement"
            label={tableWords[language].file}
            hint={words.uploadHint}
            accept=".csv,text/csv"
            isRequired
          />
          <FileColumns language={language} name="settlement" title={words.upload} />
          <Button>{words.compare}</Button>
        </Form>
      </section>
      {hasSandbox(context) && <SandboxBank context={context} />}
      <TableUpload
        context={context}
        action={context.to("settlement/contract")}
        title={words.uploadContract}
        hint={tableWords[language].csv}
        name="contract"
      />
    </div>
  );
}

function SandboxBank({ context }: Props) {
  const { kit, language } = context;
  const words = settlementWords[language];
  return (
    <section class="card">
      <h2>{words.sandbox}</h2>
      <p class="hint">{words.sandboxHint}</p>
      <form action={context.to("settlement/sandbox-file")}>
        <DayField
          language={language}
          name="until"
          label={words.until}
          value={nextWorkingDay(dayInTurkey(kit.clocks.now(context.scope)), 1)}
          isRequired
        />
        <Button kind="plain">{words.download}</Button>
      </form>
    </section>
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

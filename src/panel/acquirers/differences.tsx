import type { ReturnDifference, SignedField } from "../../domain/connection/store-key.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { differenceWords } from "./difference-words.ts";
import { acquirerWords } from "./words.ts";

type DifferenceProps = { readonly difference: ReturnDifference };

/** The returns of a connection whose signature differs, the newest first. */
export function Differences({
  differences,
}: {
  readonly differences: readonly ReturnDifference[];
}) {
  const words = useWords(differenceWords);
  if (differences.length === 0) return null;
  return (
    <Card title={words.title}>
      <p class="hint">
        {words.intro} <KeyGuide />
      </p>
      {differences.map((difference) => (
        <Difference difference={difference} />
      ))}
    </Card>
  );
}

/** The way to the guide about 3-D Secure that doesn't work. */
export function KeyGuide() {
  const { kit, language } = useMerchant();
  const words = useWords(acquirerWords);
  if (!kit.hasDocumentation) return null;
  const page = language === "tr" ? "3d-secure-calismiyor" : "3d-secure-help";
  return <a href={`${kit.publicUrl}/docs/${page}`}>{words.keyGuide}</a>;
}

function Difference({ difference }: DifferenceProps) {
  const words = useWords(differenceWords);
  const { at, attemptId, causes, algorithm, own, given, fields } = difference;
  const columns: readonly Column<SignedField>[] = [
    { head: words.field, isRowHead: true, cell: ({ name }) => <span class="code">{name}</span> },
    { head: words.value, cell: (field) => <Value field={field} /> },
  ];
  return (
    <details>
      <summary>
        <When at={at} /> · {causes.map((cause) => words.causes[cause]).join(" ")}
      </summary>
      <Facts>
        <Fact name={words.attempt}>
          <span class="code">{attemptId}</span>
        </Fact>
        <Fact name={words.algorithm}>{algorithm}</Fact>
        <Fact name={words.own}>
          <span class="code">{own}</span>
        </Fact>
        <Fact name={words.given}>
          <span class="code">{given === "" ? words.absent : given}</span>
        </Fact>
      </Facts>
      <Table label={words.title} columns={columns} rows={fields} />
    </details>
  );
}

function Value({ field: { shown, length, marks } }: { readonly field: SignedField }) {
  const words = useWords(differenceWords);
  const about = marks.map((mark) => words.marks[mark]).join(", ");
  const parts = [shown === null ? words.hidden(length) : shown, about];
  return <span class="code">{parts.filter((part) => part !== "").join(" · ")}</span>;
}

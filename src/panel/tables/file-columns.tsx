import { useWords } from "../kit/context.ts";
import { columnWords } from "./column-words.ts";
import {
  SAMPLE_FILES,
  sampleText,
  type ColumnOfFile,
  type SampleName,
} from "../../file/import/sample-files.ts";

type Props = {
  readonly name: SampleName;
  /** The title of the form, which distinguishes this link from those of other forms. */
  readonly title: string;
};

/** The columns of a file in words, each with its name in the file, and a sample to download. */
export function FileColumns({ name, title }: Props) {
  const words = useWords(columnWords);
  const { required, optional } = SAMPLE_FILES[name].columns;
  const item = (column: ColumnOfFile, isOptional: boolean) => (
    <li>
      <code>{column}</code> {words.names[column]}
      {isOptional && ` (${words.optional})`}
    </li>
  );
  return (
    <>
      <details class="more">
        <summary>{words.columns}</summary>
        <ul class="points">
          {required.map((column) => item(column, false))}
          {optional.map((column) => item(column, true))}
        </ul>
      </details>
      <p>
        <a
          class="sample"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(sampleText(name))}`}
          download={`vezne-${name}.csv`}
          aria-label={words.sampleOf(title)}
        >
          {words.sample}
        </a>
      </p>
    </>
  );
}

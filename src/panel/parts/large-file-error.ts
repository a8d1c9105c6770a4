import type { Language } from "../../kernel/language.ts";
import type { LargeFile } from "../../http/body/upload.ts";
import { fileWords } from "../words/files.ts";

const KILOBYTE = 1_024;

/** A size in KB or MB, rounded up, so that a refused size never reads like the accepted one. */
function sizeText(bytes: number, language: Language): string {
  const isSmall = bytes < KILOBYTE * KILOBYTE;
  const formatted = new Intl.NumberFormat(language === "tr" ? "tr-TR" : "en-GB", {
    maximumFractionDigits: isSmall ? 0 : 1,
    roundingMode: "ceil",
  });
  const count = formatted.format(bytes / KILOBYTE / (isSmall ? 1 : KILOBYTE));
  return `${count} ${isSmall ? "KB" : "MB"}`;
}

/** The error of a file field: its name, the size of the file, and the largest accepted size. */
export function largeFileError(
  label: string,
  { bytes, bytesMax }: LargeFile,
  language: Language,
): string {
  const size = `${label} ${sizeText(bytes, language)}`;
  return fileWords[language].tooLarge(size, sizeText(bytesMax, language));
}

import { nodeClient } from "./client.ts";
import { csharp } from "./csharp.ts";
import { curl } from "./curl.ts";
import { nodeFetch } from "./javascript.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import type { SampleLanguage } from "./sample.ts";

/** The languages of samples in the order of their tabs. */
export const SAMPLE_LANGUAGES: readonly SampleLanguage[] = [
  curl,
  nodeClient,
  nodeFetch,
  php,
  python,
  csharp,
];

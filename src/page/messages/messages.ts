import type { Language } from "../../kernel/language.ts";
import { en } from "./en.ts";
import { tr, type Messages } from "./tr.ts";

export const MESSAGES: Readonly<Record<Language, Messages>> = { tr, en };

import type { FeedForm } from "../../domain/account-feed/feed-form.ts";
import { GARANTI_FORM } from "./garanti/form.ts";

/** The forms of all protocols, in the order in which people choose one. */
export const FEED_FORMS: readonly FeedForm[] = [GARANTI_FORM];

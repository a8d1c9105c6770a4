import { copyButtons } from "./copy.ts";
import { useOwnKey } from "./own-key.ts";
import { followParts } from "./parts.ts";
import { showPlace } from "./place.ts";
import { searchAsTyped } from "./search.ts";
import { rememberTabs } from "./tabs.ts";
import { offerTrial } from "./try-it.ts";

// Every page of the documentation can be read without this script.
searchAsTyped();
copyButtons();
rememberTabs();
useOwnKey();
offerTrial();
followParts();
showPlace();

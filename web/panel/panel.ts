import { separateAmounts } from "./amount.ts";
import { copyButtons } from "./copy.ts";
import { showExports } from "./export.ts";
import { latchForms } from "./latch.ts";
import { refuseCards } from "./no-card.ts";

// Every page works without these enhancements.
latchForms();
refuseCards();
copyButtons();
showExports();
separateAmounts();

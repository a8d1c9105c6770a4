import { copyButtons } from "./copy.ts";
import { embed } from "./embedded.ts";

/** Updates the total while the basket is edited, and submits the form once only. */
const total = document.querySelector<HTMLOutputElement>("#total");
const buy = document.querySelector<HTMLButtonElement>("#buy");
const update = document.querySelector<HTMLButtonElement>("#update");
const form = buy?.form;

if (total !== null && form !== null && form !== undefined) {
  const { language = "tr" } = total.dataset;
  const format = new Intl.NumberFormat(language === "tr" ? "tr-TR" : "en-GB", {
    style: "currency",
    currency: "TRY",
  });
  if (update !== null) update.hidden = true;
  form.addEventListener("input", () => {
    let sum = 0;
    for (const input of form.querySelectorAll<HTMLInputElement>("input[data-price]")) {
      sum += Number(input.dataset["price"]) * Number(input.value);
    }
    total.textContent = format.format(sum / 100);
  });
  let isSent = false;
  form.addEventListener("submit", (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
  });
  addEventListener("pageshow", () => {
    isSent = false;
  });
}

embed();
copyButtons();

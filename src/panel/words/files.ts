import { catalogue } from "../../page/kit/catalogue.ts";

export const fileWords = catalogue({
  tooLarge: [
    (size: string, most: string) => `${size}; en çok ${most} olabilir.`,
    (size: string, most: string) => `${size}; it can have ${most} at most.`,
  ],
});

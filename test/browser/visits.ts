import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { welcome, type Customer } from "./customer.ts";

export type Visits = {
  readonly service: TestService;
  /** Opens a browser for the customer of one test; it is closed after the test. */
  enter(options?: BrowserContextOptions): Promise<Customer>;
};

/** Starts a service and a browser before the tests of a `describe`, and ends both after them. */
export function openVisits(): Visits {
  let browser: Browser;
  let service: TestService;
  let customer: Customer;
  beforeAll(async () => {
    [browser, service] = await Promise.all([launchBrowser(), startTestService()]);
  });
  afterEach(() => customer.leave());
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  return {
    get service() {
      return service;
    },
    async enter(options) {
      customer = await welcome(browser, options);
      return customer;
    },
  };
}

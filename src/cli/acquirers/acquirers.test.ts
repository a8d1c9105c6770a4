import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { installationWithKey } from "../../../test/support/double-connection.ts";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { VAULT_KEY } from "../../../test/support/vault-key.ts";
import { acquirersCommand } from "./acquirers.ts";
import { parseCredentials } from "./credentials-input.ts";
import { checkAcquirers } from "../doctor/check-acquirers.ts";
import { minorOf } from "../kit/money-text.ts";
import { readRuleDrafts } from "./rule-document.ts";
import { runCommandLine } from "../kit/run-command-line.ts";

const SECRET = "pek-gizli-sifre";
/** A store that the test bank knows. */
const STORE = "client_id = 700655000200\nuser_name=ISBANKAPI\nstore_key=TRPS0200";

describe("vezne acquirers", () => {
  let shop: TestService;
  let folder: string;
  let owner: readonly string[];
  let out: string[] = [];
  beforeAll(async () => {
    shop = await startTestService();
    folder = mkdtempSync(join(tmpdir(), "vezne-acquirers-"));
    owner = ["--merchant", shop.merchant.merchant.merchantId, "--mode", "test"];
  });
  afterEach(() => {
    process.exitCode = undefined;
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
    await shop.close();
  });

  const LINE = { root: acquirersCommand, name: "acquirers", version: "0", footer: "" };
  const run = async (...words: readonly string[]): Promise<string> => {
    out = [];
    vi.stubEnv("DATABASE_URL", shop.database.url);
    vi.stubEnv("VEZNE_VAULT_KEY", VAULT_KEY);
    vi.stubEnv("VEZNE_DATA_DIR", folder);
    vi.stubEnv("VEZNE_BANK_URL", `${shop.url}/bank`);
    const write = (chunk: unknown): boolean => out.push(String(chunk)) > 0;
    vi.spyOn(process.stdout, "write").mockImplementation(write);
    vi.spyOn(process.stderr, "write").mockImplementation(write);
    await runCommandLine(LINE, words);
    return out.join("");
  };
  const fileWith = (content: string): string => {
    const path = join(folder, "input");
    writeFileSync(path, content);
    return path;
  };
  const add = (content: string, ...more: readonly string[]) =>
    run(
      "add",
      ...owner,
      "--protocol",
      "nestpay",
      "--bank",
      "isbank",
      "--title",
      "Ana POS",
      "--credentials",
      fileWith(content),
      ...more,
    );
  /** The last id in a text, which is the newest one in a list. */
  const idIn = (text: string): string => text.match(/acq_\w+/g)?.at(-1) ?? "";

  it("adds a connection from a file, and never prints a secret", async () => {
    const wrong = await add(
      `client_id=7x\nuser_name=u\nstore_key=k\npassword=${SECRET}`,
      "--installments",
      "1,3",
    );
    expect(wrong).toContain("credentials.client_id:");
    expect(wrong).toContain("--installments: This value is not possible.");
    expect(wrong).toContain("--programs:");
    expect(process.exitCode).toBe(1);
    const added = await add(
      `# of the bank\n${STORE}\npassword=${SECRET}\n`,
      "--installments",
      "3,6",
      "--programs",
      "bonus",
      "--accepted-md-status",
      "1,2",
      "--amount-max",
      "5000.50",
    );
    expect(added).toContain("stored and disabled: the bank did not accept the credentials (99");
    expect(process.exitCode).toBe(1);
    expect(added).toContain("warning: mdStatus 2 is charged");
    expect(added).toMatch(/amount_max +500050/);
    const shown = await run("show", idIn(added), "--json");
    expect(JSON.parse(shown)).toMatchObject({ terminal: "700655000200", programs: ["Bonus"] });
    expect(wrong + added + shown + (await run("list", ...owner))).not.toContain(SECRET);
  });

  it("takes no secret as an argument", async () => {
    const refused = await run("add", ...owner, "--password", SECRET);
    expect(refused).toContain("--password");
    expect(refused).not.toContain(SECRET);
    expect(process.exitCode).toBe(2);
  });

  it("asks the bank, and says what is missing there", async () => {
    const id = idIn(await run("list", ...owner));
    const refused = await run("test", id);
    expect(refused).toContain("refused  99  ");
    expect(refused).toContain("missing  The API user may charge, void, refund and inquire");
    expect(process.exitCode).toBe(1);
    const installation = await installationWithKey(shop);
    await run("enable", id);
    expect(await checkAcquirers(installation)).toMatchObject([
      { name: "acquirer Ana POS (test)", status: "failed" },
    ]);
    await run("retire", id);
    const added = await add(
      `${STORE}\npassword=ISBANK07`,
      "--installments",
      "3",
      "--programs",
      "Bonus",
    );
    expect(added).toMatch(/state +active/);
    expect(await run("test", idIn(added))).toContain("ready");
    expect(await checkAcquirers(installation)).toMatchObject([{ status: "ok" }]);
    await installation.close();
  });

  it("routes by rules of a file, and refuses a rule that it would misread", async () => {
    const question = ["--bin", "540036", "--amount", "100", "--installments", "3"];
    const first = await run("route", ...owner, ...question);
    expect(first).toContain("1. Ana POS: the only one left");
    const rules = JSON.stringify([
      { name: "not at night", action: "avoid", connections: ["Ana POS"], hours: "0-24" },
    ]);
    expect(await run("rules", "set", fileWith(rules), ...owner)).toContain("1 rules");
    expect(await run("rules", "show", ...owner)).toContain("1. not at night: avoid");
    const second = await run("route", ...owner, ...question);
    expect(second).toContain("-  Ana POS: avoided by rule (not at night)");
    const stray = JSON.stringify([{ name: "x", action: "only", bin_prefix: ["4"] }]);
    expect(await run("rules", "set", fileWith(stray), ...owner)).toContain("no field bin_prefix");
    expect(await run("rules", "show", ...owner)).toContain("not at night");
  });

  it("disables, enables and retires, and writes each into the audit log", async () => {
    const id = idIn(await run("list", ...owner));
    for (const action of ["disable", "enable", "retire"]) await run(action, id);
    expect(await run("enable", id)).toContain("is retired, which is final");
    const { rows } = await shop.database
      .open({ max: 1 })
      .query("select action from panel_audit where object_id = $1 order by entry_id", [id]);
    expect(rows.map(({ action }: { action: string }) => action)).toEqual([
      "connection.added",
      "connection.disabled",
      "connection.enabled",
      "connection.retired",
    ]);
  });
});

describe("input of the commands about connections", () => {
  it("reads credentials as lines or JSON, and quotes nothing of them", () => {
    expect(parseCredentials("a=1\n\n#x\nb = x=y ")).toEqual({ a: "1", b: "x=y" });
    expect(parseCredentials('{"a":"1"}')).toEqual({ a: "1" });
    for (const content of [`a=1\n${SECRET}`, `{"a":${SECRET}}`, `{"a":7}`]) {
      expect(() => parseCredentials(content)).toThrow(/credential/);
      expect(() => parseCredentials(content)).not.toThrow(new RegExp(SECRET));
    }
  });

  it("reads an amount, and refuses an empty one by the name of its option", () => {
    expect(minorOf("1250.5", "--amount")).toBe(125_050n);
    for (const text of ["", "1,50", "-1", "1.505"]) {
      expect(() => minorOf(text, "--amount")).toThrow("--amount must be an amount such as 1250.50");
    }
  });

  it.each([
    ["[1]", "must be an object"],
    ['[{"name":1}]', "name must be a text"],
    ['[{"brands":"visa"}]', "brands must be a list"],
    ['[{"amount_to":"12"}]', "amount_to must be a whole number"],
    ["{}", "a list of rules"],
    ["{", "a list of rules"],
  ])("refuses the rules %s", (content, message) => {
    expect(() => readRuleDrafts(content)).toThrow(message);
  });
});

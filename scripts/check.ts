/** `npm run check`: runs every check of the code that does not execute it. Each step prints one line. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { REPOSITORY_ROOT } from "../apps/start/src/settings.ts";
import { CALLS_FILE, clientCallsText } from "./build/client-calls.ts";
import { buildApiReport, REPORTED_PACKAGES, reportFileOf } from "./build/npm-packages.ts";
import { checkBundles } from "./check/bundles.ts";
import { checkDeployment } from "./check/deployment.ts";
import { checkDocumentLinks } from "./check/document-links.ts";
import { checkExpressions } from "./check/expressions.ts";
import { openApiText } from "./check/openapi.ts";
import { SETTINGS_FILE, settingsText } from "./check/settings-page.ts";
import { checkWords } from "./check/words.ts";

interface CheckStep {
  name: string;
  run(): Promise<string | undefined>;
}

/** Returns a step that runs a program of an npm package and shows its output if it fails. */
const programStep = (name: string, command: string, ...args: string[]): CheckStep => ({
  name,
  async run() {
    const { code, output } = await runProgram(join(REPOSITORY_ROOT, "node_modules/.bin", command), args);
    return code === 0 ? undefined : output;
  },
});

/** The number of concurrent steps. Most of them keep one core busy, and the smallest machine that runs the checks has two. */
const CONCURRENCY = 2;
/**
 * Returns a step that checks types with fewer checkers than the compiler's four, because each of them reads the same files again.
 * Memory is collected less often, until it reaches what four checkers would use.
 */
const typesStep = (name: string, config: string): CheckStep => ({
  name,
  async run() {
    const command = join(REPOSITORY_ROOT, "node_modules/.bin/tsc");
    const args = ["-p", config, "--checkers", String(CONCURRENCY)];
    const { code, output } = await runProgram(command, args, { GOGC: "400", GOMEMLIMIT: "4GiB" });
    return code === 0 ? undefined : output;
  },
});
const steps: CheckStep[] = [
  programStep("format and lint", "biome", "check", "--error-on-warnings", "."),
  { name: "bundle budget", run: buildAndWeigh },
  programStep("lint with types", "oxlint", "--type-aware", "--deny-warnings"),
  typesStep("types of servers and packages", "tsconfig.json"),
  typesStep("types of pages", "tsconfig.web.json"),
  { name: "architecture", run: checkArchitecture },
  programStep("dead code", "knip", "--no-progress"),
  { name: "contract drift", run: checkOpenApi },
  { name: "API of packages", run: checkApiReports },
  { name: "linear expressions", run: checkExpressions },
  { name: "words", run: checkWords },
  { name: "page of settings", run: checkSettings },
  { name: "deployment", run: async () => checkDeployment() },
  { name: "links of documents", run: async () => checkDocumentLinks() },
];

let failureCount = 0;
const remainingSteps = steps.values();
async function runSteps(): Promise<void> {
  for (const { name, run } of remainingSteps) {
    const began = performance.now();
    const fault = await run();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${fault === undefined ? "ok  " : "FAIL"} ${name} (${seconds} s)`);
    if (fault === undefined) continue;
    failureCount += 1;
    console.log(fault);
  }
}
await Promise.all(Array.from({ length: CONCURRENCY }, runSteps));
process.exit(failureCount === 0 ? 0 : 1);

/** Builds the pages, once for the check, the tests and the start of the platform, and checks their budgets. */
async function buildAndWeigh(): Promise<string | undefined> {
  const { code, output } = await runProgram(process.execPath, ["scripts/setup.mjs", "--for", "pages"]);
  return code === 0 ? checkBundles() : output;
}

async function checkArchitecture(): Promise<string | undefined> {
  const { code, output } = await runProgram(join(REPOSITORY_ROOT, "node_modules/.bin/depcruise"), [
    "--config",
    ".dependency-cruiser.cjs",
    "apps",
    "packages",
    "harness",
    "scripts",
    "bench",
    "e2e",
  ]);
  if (code !== 0) return output;
  // Without its parser, the tool reads no modules and reports no errors, so a small number of modules is a failure.
  const modules = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0);
  return modules > 100 ? undefined : `The tool saw ${modules} modules only\n${output}`;
}

async function checkOpenApi(): Promise<string | undefined> {
  const written = await readFile(join(REPOSITORY_ROOT, "docs/openapi.json"), "utf8").catch(() => "");
  if (written !== openApiText())
    return "docs/openapi.json is not what the contract says: run npm run openapi";
  const calls = await readFile(CALLS_FILE, "utf8").catch(() => "");
  return calls === clientCallsText()
    ? undefined
    : "packages/client/src/calls.ts is not what the contract says: run npm run openapi";
}

async function checkSettings(): Promise<string | undefined> {
  const written = await readFile(SETTINGS_FILE, "utf8").catch(() => "");
  return written === settingsText()
    ? undefined
    : "docs/settings.md is not what the processes read: run npm run settings";
}

async function checkApiReports(): Promise<string | undefined> {
  const changed: string[] = [];
  for (const folder of REPORTED_PACKAGES) {
    const written = await readFile(reportFileOf(folder), "utf8").catch(() => "");
    if (written !== (await buildApiReport(folder))) changed.push(reportFileOf(folder));
  }
  if (changed.length === 0) return undefined;
  return `${changed.join(", ")}: what customers see of a package has changed; look at it and run npm run openapi`;
}

function runProgram(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: REPOSITORY_ROOT, env: { ...process.env, ...env } });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text: Buffer) => {
        output += text.toString();
      });
    child.on("error", fail);
    child.on("close", (code) => done({ code, output }));
  });
}

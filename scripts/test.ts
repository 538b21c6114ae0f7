/**
 * `npm test [-- filter…]`: unit, integration and end-to-end tests, in this order. The last line is `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./start/settings.ts";

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
}

const folder = await mkdtemp(join(tmpdir(), "shoal-test-"));
const report = join(folder, "report.json");
const args = [
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
];
const child = spawn(join(ROOT, "node_modules/.bin/vitest"), args, { cwd: ROOT, stdio: "inherit" });
const code = await new Promise<number>((done) => child.on("close", (status) => done(status ?? 1)));
const counts = await readFile(report, "utf8").then(
  (text) => JSON.parse(text) as Report,
  () => ({ numPassedTests: 0, numFailedTests: 1, numFailedTestSuites: 0 }),
);
await rm(folder, { recursive: true, force: true });
// A file that could not be loaded has no failed test of its own.
const failed = Math.max(counts.numFailedTests, code === 0 ? 0 : 1);
console.log(`\n${counts.numPassedTests} passed, ${failed} failed`);
process.exit(code === 0 && failed === 0 ? 0 : 1);

/**
 * `npm run test:steady [-- --runs 10 --load 2 --project e2e filter…]`: repeats the gate, each time in another order and time zone, with
 * this many busy loops running. Prints each failed test, how often it failed, and the slowest tests.
 */
import { parseArgs } from "node:util";
import { startBusyLoops } from "./test/busy-loops.ts";
import type { TestLine } from "./test/outcome.ts";
import { GATE_RUN, LONG_RUN } from "./test/projects.ts";
import { runTests } from "./test/run-tests.ts";

/** The time zones of the runs. Some have half-hour offsets, some change their clocks, and two are 16 hours apart. */
const TIME_ZONES = ["UTC", "Asia/Kolkata", "Pacific/Auckland", "America/St_Johns", "Europe/Paris"];
const SLOWEST_COUNT = 10;

const { values, positionals } = parseArgs({
  options: {
    runs: { type: "string", default: "10" },
    load: { type: "string", default: "0" },
    long: { type: "boolean", default: false },
    project: { type: "string", multiple: true },
  },
  allowPositionals: true,
});
const runCount = Number(values.runs);
const { projects, limitMin } = values.long ? LONG_RUN : GATE_RUN;

const failuresByTest = new Map<string, number>();
const longestMs = new Map<string, number>();
const titleOf = ({ project, file, name }: TestLine) => `${project} ${file} > ${name}`;
let greenRuns = 0;

const busyLoops = startBusyLoops(Number(values.load));
try {
  for (let run = 1; run <= runCount; run += 1) {
    const result = await runTests({
      projects: values.project ?? projects,
      filters: positionals,
      seed: run,
      timeZone: TIME_ZONES[run % TIME_ZONES.length],
      // Each loop uses its share of a machine with two cores.
      limitMin: limitMin * (1 + busyLoops.count / 2),
    });
    if (result.isGreen) greenRuns += 1;
    for (const stage of result.stages) {
      for (const test of [...stage.failed, ...stage.running])
        failuresByTest.set(titleOf(test), (failuresByTest.get(titleOf(test)) ?? 0) + 1);
      for (const test of stage.slowest)
        longestMs.set(titleOf(test), Math.max(longestMs.get(titleOf(test)) ?? 0, test.durationMs));
    }
    console.log(`Run ${run} of ${runCount}: ${result.isGreen ? "green" : "RED"}`);
  }
} finally {
  busyLoops.stop();
}

console.log(`\nSlowest of ${runCount} runs beside ${values.load} busy loops:`);
for (const [title, ms] of [...longestMs].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST_COUNT))
  console.log(`  ${(ms / 1_000).toFixed(1).padStart(6)} s  ${title}`);
if (failuresByTest.size > 0) console.log("Failed:");
for (const [title, count] of [...failuresByTest].sort((a, b) => b[1] - a[1]))
  console.log(`  ${String(count).padStart(6)} ×  ${title}`);
console.log(`${greenRuns} of ${runCount} runs green`);
process.exit(greenRuns === runCount ? 0 : 1);

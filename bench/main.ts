/** `npm run bench [-- name… --minutes n --viewers n --only-ours --case word --runs n --long]`: prints a table and writes bench/out/figures.json. */
import { fork } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { REPOSITORY_ROOT } from "../apps/start/src/settings.ts";
import { ALL_BENCHES } from "./all.ts";
import type { Bench, Figure } from "./bench.ts";
import { selectedNames } from "./settings.ts";

/** The time limit of a bench, which is three times the duration of the longest bench. Only a hanging bench reaches it. */
const BENCH_TIMEOUT_MS = 90 * 60_000;
/** The entry in the table for a bench that produced no figure. */
const FAILED_BENCH = "failed";

const isSelected = ({ name }: Bench) => selectedNames.some((word) => name.includes(word));
const selectedBenches = selectedNames.length > 0 ? ALL_BENCHES.filter(isSelected) : ALL_BENCHES;
if (selectedBenches.length === 0) {
  console.error(`No such bench. There are: ${ALL_BENCHES.map(({ name }) => name).join(", ")}`);
  process.exit(1);
}

const allFigures: (Figure & { bench: string })[] = [];
for (const { name } of selectedBenches) {
  console.log(`… ${name}`);
  for (const figure of await runInOwnProcess(name)) {
    allFigures.push({ bench: name, ...figure });
    // Each figure is printed as soon as it is measured, because the table follows only after all benches, which may take an hour.
    console.log(`  ${figure.isReached ? "✓" : "✗"} ${figure.name}: ${figure.value}`);
  }
}
printTable(allFigures);
const outputFolder = join(REPOSITORY_ROOT, "bench/out");
await mkdir(outputFolder, { recursive: true });
const machineInfo = { processor: cpus()[0]?.model ?? "", cores: cpus().length };
await writeFile(
  join(outputFolder, "figures.json"),
  `${JSON.stringify({ at: new Date().toISOString(), machine: machineInfo, results: allFigures }, null, 2)}\n`,
);
process.exit(allFigures.some(({ value }) => value === FAILED_BENCH) ? 1 : 0);

/** Runs a bench in a separate process, so a crash does not affect the other benches. */
async function runInOwnProcess(name: string): Promise<Figure[]> {
  const child = fork(join(REPOSITORY_ROOT, "bench/run-one.ts"), process.argv.slice(2), {
    env: { ...process.env, SHOAL_BENCH: name },
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  const output: string[] = [];
  child.stderr?.on("data", (text: Buffer) => {
    process.stderr.write(text);
    output.push(text.toString());
    if (output.length > 100) output.shift();
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), BENCH_TIMEOUT_MS);
  let figures: Figure[] | undefined;
  child.on("message", (message) => {
    figures = message as Figure[];
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(timer);
  return (
    figures ?? [
      {
        name,
        value: FAILED_BENCH,
        reach: "",
        isReached: false,
        detail: findErrorLine(output.join(""), code),
      },
    ]
  );
}

/** Returns the first line with an error, which Node prints before its stack. */
function findErrorLine(text: string, code: unknown): string {
  return /^.*Error\b.*$/m.exec(text)?.[0].trim() ?? `ended with ${String(code)} before it came to a figure`;
}

function printTable(figures: Figure[]): void {
  const rows = [
    ["figure", "measured", "reach", ""],
    ...figures.map((row) => [row.name, row.value, row.reach, row.isReached ? "✓" : "✗"]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  console.log();
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  for (const { name, detail } of figures) if (detail) console.log(`\n${name}: ${detail}`);
}

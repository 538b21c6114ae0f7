/** `npm run bench [-- name… --minutes n --viewers n --only-ours --case word --runs n --long]`: prints a table and writes bench/out/figures.json. */
import { fork } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { ROOT } from "../apps/start/src/settings.ts";
import { ALL_BENCHES } from "./all.ts";
import type { Bench, Figure } from "./bench.ts";
import { selectedNames } from "./settings.ts";

/** The time limit of a bench: three times the duration of the longest one. Only a hanging bench reaches it. */
const LIMIT_MS = 90 * 60_000;
/** The entry in the table for a bench that produced no figure. */
const FAILED = "failed";

const isSelected = ({ name }: Bench) => selectedNames.some((word) => name.includes(word));
const chosen = selectedNames.length > 0 ? ALL_BENCHES.filter(isSelected) : ALL_BENCHES;
if (chosen.length === 0) {
  console.error(`No such bench. There are: ${ALL_BENCHES.map(({ name }) => name).join(", ")}`);
  process.exit(1);
}

const results: (Figure & { bench: string })[] = [];
for (const { name } of chosen) {
  console.log(`… ${name}`);
  for (const figure of await runInOwnProcess(name)) {
    results.push({ bench: name, ...figure });
    // Each figure is printed at once: the table follows after all benches, which may take an hour.
    console.log(`  ${figure.isReached ? "✓" : "✗"} ${figure.name}: ${figure.value}`);
  }
}
printTable(results);
const folder = join(ROOT, "bench/out");
await mkdir(folder, { recursive: true });
const machine = { processor: cpus()[0]?.model ?? "", cores: cpus().length };
await writeFile(
  join(folder, "figures.json"),
  `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`,
);
process.exit(results.some(({ value }) => value === FAILED) ? 1 : 0);

/** Runs a bench in a separate process, so that a crash affects no other. */
async function runInOwnProcess(name: string): Promise<Figure[]> {
  const child = fork(join(ROOT, "bench/run-one.ts"), process.argv.slice(2), {
    env: { ...process.env, SHOAL_BENCH: name },
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  const output: string[] = [];
  child.stderr?.on("data", (text: Buffer) => {
    process.stderr.write(text);
    output.push(text.toString());
    if (output.length > 100) output.shift();
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  let figures: Figure[] | undefined;
  child.on("message", (message) => {
    figures = message as Figure[];
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(timer);
  return (
    figures ?? [{ name, value: FAILED, reach: "", isReached: false, detail: reasonIn(output.join(""), code) }]
  );
}

/** Returns the first line with an error, which Node prints before its stack. */
function reasonIn(text: string, code: unknown): string {
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

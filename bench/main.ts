/** `npm run bench [-- name… --minutes n --viewers n --only-ours --case word]`: prints a table and writes bench/out/figures.json. */
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { ROOT } from "../scripts/start/settings.ts";
import { beaconsBench } from "./beacons.ts";
import type { Bench, Figure } from "./bench.ts";
import { cutBench } from "./cut.ts";
import { edgeBench } from "./edge.ts";
import { encodeBench } from "./encode.ts";
import { libraryBench } from "./library.ts";
import { libraryPageBench } from "./library-page.ts";
import { listBench } from "./list.ts";
import { pagesBench } from "./pages.ts";
import { wantedNames } from "./settings.ts";
import { signInBench } from "./sign-in.ts";
import { swarmSimulationBench } from "./swarm/swarm-simulation.ts";
import { swarmBench } from "./swarm.ts";
import { trackerBench } from "./tracker.ts";

const all: Bench[] = [
  ...listBench,
  ...signInBench,
  ...pagesBench,
  ...libraryBench,
  ...libraryPageBench,
  ...edgeBench,
  ...beaconsBench,
  ...encodeBench,
  ...cutBench,
  ...swarmBench,
  ...swarmSimulationBench,
  ...trackerBench,
];
const isWanted = ({ name }: Bench) => wantedNames.some((word) => name.includes(word));
const chosen = wantedNames.length > 0 ? all.filter(isWanted) : all;
if (chosen.length === 0) {
  console.error(`No such bench. There are: ${all.map(({ name }) => name).join(", ")}`);
  process.exit(1);
}

const results: (Figure & { bench: string })[] = [];
for (const bench of chosen) {
  console.log(`… ${bench.name}`);
  for (const figure of await bench.run()) results.push({ bench: bench.name, ...figure });
}
printTable(results);
const folder = join(ROOT, "bench/out");
await mkdir(folder, { recursive: true });
const machine = { processor: cpus()[0]?.model ?? "", cores: cpus().length };
await writeFile(
  join(folder, "figures.json"),
  `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`,
);
process.exit(0);

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

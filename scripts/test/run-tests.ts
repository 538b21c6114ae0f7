import { access, cp } from "node:fs/promises";
import { join, relative } from "node:path";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { seedOfTree, testEnvironment } from "./environment.ts";
import { makeRunFolder, sweepAbandonedRuns, sweepRun } from "./run-folder.ts";
import { runStage, type StageResult } from "./run-stage.ts";
import { formatSummary } from "./summary.ts";

export interface RunOptions {
  /** The projects of vitest.config.ts, which run one after the other. */
  projects: readonly string[];
  filters?: readonly string[];
  /** The seed of the order of tests. By default, it is derived from the sources. */
  seed?: number | undefined;
  timeZone?: string | undefined;
  /** The time after which the run aborts itself and fails. */
  limitMin: number;
}

export interface RunResult {
  isGreen: boolean;
  stages: readonly StageResult[];
}

/** The folder in the run's folder with the logs and traces of failed tests. */
const ARTIFACTS_FOLDER = "kept";
const END_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs projects of tests one after the other, ends their leftover processes, and prints the failures.
 * @example const { isGreen } = await runTests({ projects: ["unit"], limitMin: 40 });
 */
export async function runTests(options: RunOptions): Promise<RunResult> {
  const { projects, filters = [], seed = seedOfTree(), timeZone = "UTC", limitMin } = options;
  await sweepAbandonedRuns();
  const folder = await makeRunFolder();
  const env = testEnvironment({ folder, seed, timeZone });
  const ending = new AbortController();
  const giveUp = (reason: string) => () => ending.abort(reason);
  const timer = setTimeout(giveUp(`Ended after ${limitMin} minutes`), limitMin * 60_000);
  const interrupted = giveUp("Interrupted");
  for (const name of END_SIGNALS) process.on(name, interrupted);

  const stages: StageResult[] = [];
  for (const project of projects)
    if (!ending.signal.aborted)
      stages.push(await runStage({ project, filters, env, folder, signal: ending.signal }));
  clearTimeout(timer);

  const ended = ending.signal.aborted ? String(ending.signal.reason) : undefined;
  const isGreen = !ended && stages.every((stage) => stage.isGreen);
  const kept = isGreen ? undefined : await saveArtifacts(join(folder, ARTIFACTS_FOLDER));
  const left = await sweepRun(folder);
  for (const name of END_SIGNALS) process.off(name, interrupted);
  for (const line of formatSummary({ stages, seed, timeZone, ended, left, kept })) console.log(line);
  return { isGreen, stages };
}

/** Keeps a folder after the run. @returns its new path relative to the project's root, or undefined if it does not exist. */
async function saveArtifacts(folder: string): Promise<string | undefined> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const target = join(REPOSITORY_ROOT, "test-results", new Date().toISOString().replaceAll(":", "-"));
  await cp(folder, target, { recursive: true });
  return relative(REPOSITORY_ROOT, target);
}

import { spawn } from "node:child_process";
import { join } from "node:path";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { readOutcome, type TestOutcome } from "./outcome.ts";

export interface StageOptions {
  /** A project of vitest.config.ts. */
  project: string;
  /** Parts of file names that select test files. If the list is empty, the whole project runs. */
  filters: readonly string[];
  env: NodeJS.ProcessEnv;
  /** The run's folder. */
  folder: string;
  /** The signal that aborts the stage. After an abort, the outcome lists the tests that were running. */
  signal: AbortSignal;
}

export interface StageResult extends TestOutcome {
  project: string;
  tookSec: number;
  isGreen: boolean;
}

/** Runs the tests of one project and prints Vitest's output. */
export async function runStage(options: StageOptions): Promise<StageResult> {
  const { project, filters, env, folder, signal } = options;
  const events = join(folder, `${project}.events`);
  const began = performance.now();
  const args = ["run", "--project", project, "--passWithNoTests", ...filters];
  const child = spawn(join(REPOSITORY_ROOT, "node_modules/.bin/vitest"), args, {
    cwd: REPOSITORY_ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...env, SHOAL_TEST_EVENTS: events },
  });
  const end = () => child.kill("SIGKILL");
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  const code = await new Promise<number>((done, fail) => {
    child.on("error", fail);
    child.on("close", (status) => done(status ?? 1));
  });
  signal.removeEventListener("abort", end);
  const outcome = await readOutcome(events);
  const tookSec = Math.round((performance.now() - began) / 1_000);
  return { ...outcome, project, tookSec, isGreen: code === 0 && outcome.failed.length === 0 };
}

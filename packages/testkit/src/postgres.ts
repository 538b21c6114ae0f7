import { execFile } from "node:child_process";
import { chmod, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type RunningPostgres, startPostgres } from "@shoal/engines";

const run = promisify(execFile);

/** What stands in a new cluster: nothing, or what `fill` has put there. */
export interface Beginning {
  /** Names what is the same for all who ask for it. */
  name: string;
  fill?: (url: string) => Promise<void>;
}

/**
 * PostgreSQL in a folder of a test's own, below which it makes `postgres`. In a run of `npm test` it is a copy of the
 * cluster that the first test which begins like this has made: to make one takes a processor 1.5 s, and tables as much
 * again, for each of sixty files.
 * @param folder one that PostgreSQL's own user can enter.
 * @example const postgres = await startTestPostgres(folder, { name: "empty" });
 */
export async function startTestPostgres(folder: string, beginning: Beginning): Promise<RunningPostgres> {
  const dataDir = join(folder, "postgres");
  const shared = process.env.SHOAL_TEST_RUN;
  if (shared !== undefined) await copyFilled(join(shared, `postgres-${beginning.name}`), folder, beginning);
  const postgres = await startPostgres({ dataDir, isThrowaway: true });
  if (shared === undefined) await beginning.fill?.(postgres.url);
  return postgres;
}

/** The secret, which lies beside the cluster, comes along; so does whose the files are. */
async function copyFilled(template: string, folder: string, beginning: Beginning): Promise<void> {
  if (!(await isThere(template))) await makeTemplate(template, beginning);
  await run("cp", ["--archive", join(template, "."), folder]);
}

/** Of two that are made at once the first stays. */
async function makeTemplate(template: string, { fill }: Beginning): Promise<void> {
  const draft = await mkdtemp(`${template}-`);
  await chmod(draft, 0o755);
  const postgres = await startPostgres({ dataDir: join(draft, "postgres"), isThrowaway: true });
  try {
    await fill?.(postgres.url);
  } finally {
    await postgres.stop();
  }
  await rename(draft, template).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    await rm(draft, { recursive: true, force: true });
  });
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

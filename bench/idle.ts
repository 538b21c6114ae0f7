import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { openDatabase } from "../apps/api/src/platform/database.ts";
import { startPlatform } from "../apps/start/src/platform.ts";
import { makeInstallation } from "../harness/platform.ts";
import type { Bench, Figure } from "./bench.ts";
import { readProcessTree } from "./idle/process-tree.ts";

const WARM_UP_MS = 30_000;
const MEASUREMENT_WINDOW_SEC = 60;
const TARGET_PERCENT = 2;
/** The number of processes in the report's list of the busiest ones. */
const LISTED_PROCESSES = 6;

const COUNT_TRANSACTIONS = "SELECT sum(xact_commit + xact_rollback)::float8 AS count FROM pg_stat_database";

/** Measures the cost of an idle installation: CPU of all its processes and engines, and PostgreSQL's transactions. */
async function runBench(): Promise<Figure[]> {
  const installation = await makeInstallation();
  const platform = await startPlatform({ installation, onLine: () => undefined });
  const database = openDatabase(platform.databaseUrl, 1);
  const countTransactions = async () => {
    const { rows } = await database.db.executeQuery<{ count: number }>(CompiledQuery.raw(COUNT_TRANSACTIONS));
    return rows[0]?.count ?? 0;
  };
  try {
    const [postmaster] = (
      await readFile(join(installation.dataDir, "postgres/postmaster.pid"), "utf8")
    ).split("\n");
    const roots = [Number(postmaster), ...platform.children, ...platform.engines].map((root) =>
      typeof root === "number" ? root : (root.pid() ?? 0),
    );
    await delay(WARM_UP_MS);
    const [before, transactionsBefore] = [readTimes(roots), await countTransactions()];
    const ownBefore = process.cpuUsage();
    await delay(MEASUREMENT_WINDOW_SEC * 1_000);
    // The supervisor runs in this process, which is otherwise idle.
    const own = process.cpuUsage(ownBefore);
    const [after, transactions] = [readTimes(roots), await countTransactions()];
    const percentOf = ({ pid, sec }: { pid: number; sec: number }) =>
      ((sec - (before.get(pid)?.sec ?? 0)) / MEASUREMENT_WINDOW_SEC) * 100;
    const taken = [
      { name: "start", percent: ((own.user + own.system) / 1e6 / MEASUREMENT_WINDOW_SEC) * 100 },
      ...[...after.values()].map((each) => ({ name: each.name, percent: percentOf(each) })),
    ];
    const percent = taken.reduce((sum, each) => sum + each.percent, 0);
    const most = taken.toSorted((a, b) => b.percent - a.percent).slice(0, LISTED_PROCESSES);
    return [
      {
        name: "idle platform: CPU of all processes",
        value: `${percent.toFixed(1)} % of a core`,
        reach: `≤ ${TARGET_PERCENT} %`,
        isReached: percent <= TARGET_PERCENT,
        detail: `${most.map((each) => `${each.name} ${each.percent.toFixed(2)} %`).join(", ")}; PostgreSQL ${((transactions - transactionsBefore) / MEASUREMENT_WINDOW_SEC).toFixed(1)} transactions a second`,
      },
    ];
  } finally {
    await database.close();
    await platform.stop();
    await rm(installation.dataDir, { recursive: true, force: true });
  }
}

/** Reads the times of all descendant processes by pid, each counted once. */
const readTimes = (roots: readonly number[]) =>
  new Map(roots.flatMap((root) => readProcessTree(root)).map((each) => [each.pid, each]));

export const idleBench: Bench[] = [{ name: "idle", run: runBench }];

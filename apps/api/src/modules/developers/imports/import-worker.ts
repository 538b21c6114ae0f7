import { IMPORT_RETENTION_DAYS } from "@shoal/contract";
import { createClaimedWork } from "../../../platform/claimed-work.ts";
import type { WorkNotifications } from "../../../platform/work-notifications.ts";
import { readImport } from "./import-reader.ts";
import { type RunningDeps, runImport } from "./import-runner.ts";
import { type ClaimedImport, createImportWorkRepository } from "./imports.repository.ts";
import { type OpenedSource, TryLater } from "./sources/import-source.ts";

/** The number of imports per process at a time, so that slow sources delay few others. */
const MAX_CONCURRENT_IMPORTS = 8;
/** The number of imports per client at a time, so that one client's slow sources do not delay others. */
const AT_ONCE_PER_CLIENT = 2;
/** The duration of a lease. It is longer than the slowest step, because each step renews it. */
const LEASE_DURATION_SEC = 120;
const CHECK_PAUSE_MS = 250;
/** The time between two checks of the lines in progress. */
const ROUND_PAUSE_MS = 500;
const FAULT_PAUSE_MS = 30_000;
/** The number of failures, with increasing pauses, after which a source is given up. They take half an hour. */
const MAX_ATTEMPTS = 12;
const MAX_SOURCE_PAUSE_MS = 600_000;

export interface ImportWorkerDeps extends Omit<RunningDeps, "leaseSec" | "isStopped" | "prepare"> {
  notifications: WorkNotifications;
  openSource(claimed: ClaimedImport): OpenedSource;
  onError: (error: unknown) => void;
}

/** Creates the background worker that claims imports, reads their lists and runs them. */
export function createImportWorker(deps: ImportWorkerDeps) {
  const work = createImportWorkRepository(deps.db);
  const { start, stop } = createClaimedWork<ClaimedImport>({
    atOnce: MAX_CONCURRENT_IMPORTS,
    leaseSec: LEASE_DURATION_SEC,
    checkPauseMs: CHECK_PAUSE_MS,
    notifications: deps.notifications,
    topic: "imports",
    claim: (leaseSec, mine, working) => work.claim(leaseSec, { mine, busyClients: findBusyClients(working) }),
    dueInMs: (mine, working) => work.findDueInMs({ mine, busyClients: findBusyClients(working) }),
    async carryOn(claimed, turn) {
      const { readPages, prepare } = deps.openSource(claimed);
      if (claimed.state === "reading") await readImport(claimed, readPages, { ...deps, ...turn });
      else await runImport(claimed, { ...deps, ...turn, prepare });
      await work.release(claimed, claimed.state === "reading" ? 0 : ROUND_PAUSE_MS);
    },
    async fail(claimed, error) {
      if (!(error instanceof TryLater)) await work.release(claimed, FAULT_PAUSE_MS);
      else if (error.isFault && claimed.attempts >= MAX_ATTEMPTS)
        await work.moveImport(claimed, "paused", "source_unreachable");
      else await work.release(claimed, pauseOf(error, claimed), error.isFault);
    },
    isReported: (error) => !(error instanceof TryLater),
    onError: deps.onError,
  });

  const pauseOf = ({ waitMs }: TryLater, { attempts }: ClaimedImport) =>
    waitMs ?? Math.min(1_000 * 2 ** attempts, MAX_SOURCE_PAUSE_MS);

  return { start, stop, prune: () => work.prune(IMPORT_RETENTION_DAYS) };
}

function findBusyClients(working: readonly ClaimedImport[]): string[] {
  const clients = working.map(({ client_uuid }) => client_uuid);
  return clients.filter((client) => clients.filter((other) => other === client).length >= AT_ONCE_PER_CLIENT);
}

export type ImportWorker = ReturnType<typeof createImportWorker>;

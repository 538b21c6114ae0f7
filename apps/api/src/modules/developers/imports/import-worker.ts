import { IMPORT_KEPT_DAYS } from "@shoal/contract";
import { readImport } from "./import-reader.ts";
import { type RunningDeps, runImport } from "./import-runner.ts";
import { type ClaimedImport, createImportWorkRepository } from "./imports.repository.ts";
import { type Source, TryLater } from "./sources/import-source.ts";

/** Imports that one process works on at once: one whose source is slow holds up few others. */
const AT_ONCE = 8;
/** Of which so many of one client: its slow sources hold up no other. */
const AT_ONCE_PER_CLIENT = 2;
/** Longer than the slowest step takes between two of which each renews it. */
const LEASE_SEC = 120;
const LOOK_PAUSE_MS = 250;
/** Between two looks at what an import has on its way. */
const ROUND_PAUSE_MS = 500;
const FAULT_PAUSE_MS = 30_000;
/** A source that gave no answer for so many times, with the pauses of each, is given up: after half an hour. */
const ATTEMPTS_MAX = 12;
const SOURCE_PAUSE_MAX_MS = 600_000;

export interface ImportWorkerDeps extends Omit<RunningDeps, "leaseSec" | "isStopped" | "prepare"> {
  openSource(claimed: ClaimedImport): Source;
  onError: (error: unknown) => void;
}

/** Reads lists and carries imports out. All that it knows is in the database, so that any replica goes on after this one. */
export function createImportWorker(deps: ImportWorkerDeps) {
  const work = createImportWorkRepository(deps.db);
  const working = new Map<string, { clientUuid: string; step: Promise<void> }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = true;

  async function lookOnce(): Promise<void> {
    while (working.size < AT_ONCE) {
      const claimed = await work.claim(LEASE_SEC, { mine: [...working.keys()], busyClients: findBusy() });
      if (!claimed) return;
      const step = carryOn(claimed)
        .catch(deps.onError)
        .finally(() => working.delete(claimed.uuid));
      working.set(claimed.uuid, { clientUuid: claimed.client_uuid, step });
    }
  }

  function findBusy(): string[] {
    const clients = [...working.values()].map(({ clientUuid }) => clientUuid);
    return clients.filter(
      (client) => clients.filter((other) => other === client).length >= AT_ONCE_PER_CLIENT,
    );
  }

  async function carryOn(claimed: ClaimedImport): Promise<void> {
    const shared = { ...deps, leaseSec: LEASE_SEC, isStopped: () => isStopped };
    try {
      const { readPages, prepare } = deps.openSource(claimed);
      if (claimed.state === "reading") await readImport(claimed, readPages, shared);
      else await runImport(claimed, { ...shared, prepare });
      await work.release(claimed, claimed.state === "reading" ? 0 : ROUND_PAUSE_MS);
    } catch (error) {
      const isLater = error instanceof TryLater;
      if (isLater && error.isFault && claimed.attempts >= ATTEMPTS_MAX)
        await work.moveImport(claimed, "paused", "source_unreachable");
      else if (isLater) await work.release(claimed, pauseOf(error, claimed), error.isFault);
      else await work.release(claimed, FAULT_PAUSE_MS);
      if (!isLater) throw error;
    }
  }

  const pauseOf = ({ waitMs }: TryLater, { attempts }: ClaimedImport) =>
    waitMs ?? Math.min(1_000 * 2 ** attempts, SOURCE_PAUSE_MAX_MS);

  function lookAgain(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      looking = lookOnce().catch(deps.onError).finally(lookAgain);
    }, LOOK_PAUSE_MS);
  }

  return {
    prune: () => work.prune(IMPORT_KEPT_DAYS),
    start(): void {
      isStopped = false;
      lookAgain();
    },
    /** What runs ends after its present step. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await Promise.all([...working.values()].map(({ step }) => step));
    },
  };
}
export type ImportWorker = ReturnType<typeof createImportWorker>;

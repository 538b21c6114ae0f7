import type { SecretBox } from "@shoal/tokens";
import { ArrivalRefused } from "./arrival-refused.ts";
import { type TakingDeps, takeArrival } from "./arrival-taker.ts";
import { type ClaimedArrival, createArrivalWorkRepository } from "./arrivals.repository.ts";

/** Archives that one process takes in at once: one whose server is slow holds up few others. */
const AT_ONCE = 4;
const LEASE_SEC = 300;
const LOOK_PAUSE_MS = 500;
const FAULT_PAUSE_SEC = 300;
/** A server that is away for an hour is given up. */
const ATTEMPTS_MAX = 12;

export interface ArrivalWorkerDeps extends Omit<TakingDeps, "leaseSec" | "isStopped"> {
  box: SecretBox;
  onError: (error: unknown) => void;
}

/** Takes archives in. All that it knows is in the database, so that any replica goes on after this one. */
export function createArrivalWorker(deps: ArrivalWorkerDeps) {
  const work = createArrivalWorkRepository(deps.db);
  const working = new Map<string, Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = true;

  async function lookOnce(): Promise<void> {
    while (working.size < AT_ONCE) {
      const claimed = await work.claim(LEASE_SEC, [...working.keys()]);
      if (!claimed) return;
      const step = carryOn(claimed)
        .catch(deps.onError)
        .finally(() => working.delete(claimed.uuid));
      working.set(claimed.uuid, step);
    }
  }

  async function carryOn(claimed: ClaimedArrival): Promise<void> {
    try {
      const url = deps.box.open(claimed.sealed_url ?? "", claimed.uuid);
      await takeArrival(claimed, url, { ...deps, leaseSec: LEASE_SEC, isStopped: () => isStopped });
      // Another process goes on at once where it is not over.
      await work.renew(claimed, 0);
    } catch (error) {
      if (error instanceof ArrivalRefused) {
        await work.noteEnded(claimed, { state: "failed", fault: error.fault, fault_path: error.path });
        return;
      }
      const isLast = claimed.attempts + 1 >= ATTEMPTS_MAX;
      if (isLast) await work.noteEnded(claimed, { state: "failed", fault: "unexpected", fault_path: null });
      else await work.putOff(claimed, FAULT_PAUSE_SEC);
      throw error;
    }
  }

  function lookAgain(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      looking = lookOnce().catch(deps.onError).finally(lookAgain);
    }, LOOK_PAUSE_MS);
  }

  return {
    prune: () => work.prune(),
    start(): void {
      isStopped = false;
      lookAgain();
    },
    /** What runs ends after its present step. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await Promise.all(working.values());
    },
  };
}
export type ArrivalWorker = ReturnType<typeof createArrivalWorker>;

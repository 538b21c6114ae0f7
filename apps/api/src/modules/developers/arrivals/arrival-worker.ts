import type { SecretBox } from "@shoal/tokens";
import { createClaimedWork } from "../../../platform/claimed-work.ts";
import type { WorkBells } from "../../../platform/work-bells.ts";
import { ArrivalRefused } from "./arrival-refused.ts";
import { type TakingDeps, takeArrival } from "./arrival-taker.ts";
import { type ClaimedArrival, createArrivalWorkRepository } from "./arrivals.repository.ts";

/** Archives that one process takes in at once: one whose server is slow holds up few others. */
const AT_ONCE = 4;
const LEASE_SEC = 300;
const CHECK_PAUSE_MS = 500;
const FAULT_PAUSE_SEC = 300;
/** A server that is away for an hour is given up. */
const ATTEMPTS_MAX = 12;

export interface ArrivalWorkerDeps extends Omit<TakingDeps, "leaseSec" | "isStopped"> {
  bells: WorkBells;
  box: SecretBox;
  onError: (error: unknown) => void;
}

/** Takes archives in. */
export function createArrivalWorker(deps: ArrivalWorkerDeps) {
  const work = createArrivalWorkRepository(deps.db);
  const { start, stop } = createClaimedWork<ClaimedArrival>({
    atOnce: AT_ONCE,
    leaseSec: LEASE_SEC,
    lookPauseMs: CHECK_PAUSE_MS,
    bells: deps.bells,
    bell: "arrivals",
    claim: work.claim,
    dueInMs: work.findDueInMs,
    async carryOn(claimed, turn) {
      const url = deps.box.open(claimed.sealed_url ?? "", claimed.uuid);
      await takeArrival(claimed, url, { ...deps, ...turn });
      // Another process goes on at once where it is not over.
      await work.renew(claimed, 0);
    },
    async fail(claimed, error) {
      if (error instanceof ArrivalRefused)
        await work.noteEnded(claimed, { state: "failed", fault: error.fault, fault_path: error.path });
      else if (claimed.attempts + 1 >= ATTEMPTS_MAX)
        await work.noteEnded(claimed, { state: "failed", fault: "unexpected", fault_path: null });
      else await work.putOff(claimed, FAULT_PAUSE_SEC);
    },
    isTold: (error) => !(error instanceof ArrivalRefused),
    onError: deps.onError,
  });
  return { start, stop, prune: () => work.prune() };
}
export type ArrivalWorker = ReturnType<typeof createArrivalWorker>;

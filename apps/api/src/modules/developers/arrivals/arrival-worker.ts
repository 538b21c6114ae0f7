import type { FetchPolicy } from "@shoal/safe-fetch";
import type { MediaStore } from "@shoal/store";
import type { SecretBox } from "@shoal/tokens";
import { createClaimedWork } from "../../../platform/claimed-work.ts";
import type { WorkNotifications } from "../../../platform/work-notifications.ts";
import { type LoadDeps, loadArrival } from "./arrival-loader.ts";
import { ArrivalRefused } from "./arrival-refused.ts";
import { type ClaimedArrival, createArrivalWorkRepository } from "./arrivals.repository.ts";
import { openRemoteArchive, type RemoteArchive } from "./remote-archive.ts";
import { openStoredArchive } from "./stored-archive.ts";

/** The number of archives that a process loads concurrently, so that a slow server delays few others. */
const MAX_CONCURRENT_ARRIVALS = 4;
const LEASE_DURATION_SEC = 300;
const CHECK_PAUSE_MS = 500;
const FAULT_PAUSE_SEC = 300;
/** The number of attempts, which last about an hour in total if the server does not respond. */
const MAX_ATTEMPTS = 12;

export interface ArrivalWorkerDeps extends Omit<LoadDeps, "leaseSec" | "isStopped" | "store"> {
  store: LoadDeps["store"] & Pick<MediaStore, "stream">;
  policy: FetchPolicy;
  notifications: WorkNotifications;
  box: SecretBox;
  onError: (error: unknown) => void;
}

/** Creates the background worker that claims archives and loads them. */
export function createArrivalWorker(deps: ArrivalWorkerDeps) {
  const work = createArrivalWorkRepository(deps.db);
  const { start, stop } = createClaimedWork<ClaimedArrival>({
    atOnce: MAX_CONCURRENT_ARRIVALS,
    leaseSec: LEASE_DURATION_SEC,
    checkPauseMs: CHECK_PAUSE_MS,
    notifications: deps.notifications,
    topic: "arrivals",
    claim: work.claim,
    dueInMs: work.findDueInMs,
    async carryOn(claimed, turn) {
      await loadArrival(claimed, () => open(claimed), { ...deps, ...turn });
      // An unfinished archive is released, so that another process can continue immediately.
      await work.renew(claimed, 0);
    },
    async fail(claimed, error) {
      if (error instanceof ArrivalRefused)
        await work.recordEnded(claimed, { state: "failed", fault: error.fault, fault_path: error.path });
      else if (claimed.attempts + 1 >= MAX_ATTEMPTS)
        await work.recordEnded(claimed, { state: "failed", fault: "unexpected", fault_path: null });
      else await work.putOff(claimed, FAULT_PAUSE_SEC);
    },
    isReported: (error) => !(error instanceof ArrivalRefused),
    onError: deps.onError,
  });
  async function open(claimed: ClaimedArrival): Promise<RemoteArchive> {
    const { sealed_url, uuid, etag } = claimed;
    if (sealed_url === null) return openStoredArchive(deps.store, claimed);
    return openRemoteArchive(deps.box.open(sealed_url, uuid), deps.policy, etag);
  }

  return { start, stop, prune: () => work.prune() };
}
export type ArrivalWorker = ReturnType<typeof createArrivalWorker>;

import { MAX_SEEK_BACK_SEC } from "@shoal/contract";
import type { Database } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import { createSweepsRepository } from "./sweeps.repository.ts";

/** By this time, viewers who rewound as far as possible have seen the end, with minutes to spare. */
const WATCHED_AFTER_MS = (MAX_SEEK_BACK_SEC + 300) * 1_000;
/** The media is removed again after this time, because an ingest that is cut off only from the api keeps writing. */
const SECOND_SWEEP_AFTER_MS = 24 * 3_600_000;
/** The number of runs that one sweep handles; the next sweep continues with the others. */
const RUNS_PER_SWEEP = 500;

export interface SweepsDeps {
  db: Database;
  queue: Pick<JobQueue, "sendPurge">;
}

/**
 * Removes what unrecorded lives have left in the media store. Their ingest normally does this some time after the end; a killed
 * ingest cannot. Each run is stored before its ingest may write anything, so that no run is missed.
 */
export function createSweepsService({ db, queue }: SweepsDeps) {
  return {
    async sweep(): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const sweeps = createSweepsRepository(tx);
        await sweeps.recordEnds(WATCHED_AFTER_MS);
        const due = await sweeps.claimDue(RUNS_PER_SWEEP, SECOND_SWEEP_AFTER_MS);
        const prefixes = due.map(({ live_uuid, generation }) => `lives/${live_uuid}/${generation}/`);
        if (prefixes.length > 0) await queue.sendPurge(tx, { prefixes });
      });
    },
  };
}
export type SweepsService = ReturnType<typeof createSweepsService>;

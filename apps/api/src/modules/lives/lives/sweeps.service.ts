import { SEEK_BACK_MAX_SEC } from "@shoal/contract";
import type { Database } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import { createSweepsRepository } from "./sweeps.repository.ts";

/** Viewers who went back as far as they may see the end of a live by then, with minutes to spare. */
const WATCHED_AFTER_MS = (SEEK_BACK_MAX_SEC + 300) * 1_000;
/** An ingest that was away from us alone has written until it heard of the end, and may have been killed then. */
const AGAIN_AFTER_MS = 24 * 3_600_000;
/** The others come with the next look. */
const AT_ONCE = 500;

export interface SweepsDeps {
  db: Database;
  queue: Pick<JobQueue, "sendPurge">;
}

/**
 * Removes what lives that are not kept have left in the media store. Their ingest does so itself some time after the end; one
 * that was killed cannot. Each run is written down before its ingest may write anything, so that none is missed.
 */
export function createSweepsService({ db, queue }: SweepsDeps) {
  return {
    async sweep(): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const sweeps = createSweepsRepository(tx);
        await sweeps.noteEnds(WATCHED_AFTER_MS);
        const due = await sweeps.takeDue(AT_ONCE, AGAIN_AFTER_MS);
        const prefixes = due.map(({ live_uuid, generation }) => `lives/${live_uuid}/${generation}/`);
        if (prefixes.length > 0) await queue.sendPurge(tx, { prefixes });
      });
    },
  };
}
export type SweepsService = ReturnType<typeof createSweepsService>;

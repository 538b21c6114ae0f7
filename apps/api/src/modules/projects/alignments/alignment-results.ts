import type { AlignmentReason } from "@shoal/contract";
import type { JobResult } from "@shoal/contract/jobs";
import type { Database, Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { createProjectsRepository, type VersionKey } from "../projects/index.ts";
import {
  addAligned,
  createAlignmentsRepository,
  findWaiting,
  isAnyAwaited,
  listUnaligned,
  listWaitingOf,
} from "./alignments.repository.ts";
import { requestAlignment } from "./alignments.service.ts";
import { comparePair, PAIR_LIMIT } from "./compared-pair.ts";

/** The number of versions whose missing comparisons one sweep requests. */
const VERSIONS_PER_SWEEP = 50;

export interface AlignmentResultsDeps {
  db: Database;
  queue: Pick<JobQueue, "send">;
  realtime: Pick<Realtime, "emitToUsers">;
}

/** Requests comparisons of versions when needed, and applies the workers' results. */
export function createAlignmentResults({ db, queue, realtime }: AlignmentResultsDeps) {
  async function request(tx: Tx, place: VersionKey, isNext = false): Promise<void> {
    const pair = comparePair(await createAlignmentsRepository(tx).listVersions(place, PAIR_LIMIT));
    if ("recent" in pair) await requestAlignment(tx, queue, place, pair, isNext);
  }

  const requestNext = (clientUuid: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const next = await findWaiting(tx, clientUuid);
      if (next) await request(tx, next, true);
    });

  async function add(uuid: string, found: Parameters<typeof addAligned>[2]): Promise<void> {
    const place = await addAligned(db, uuid, found);
    if (!place) return;
    const listeners = await createProjectsRepository(db).listUserUuids(place.clientUuid, place.projectUuid);
    realtime.emitToUsers([...new Set(listeners)], "alignment.ready", {
      project: place.projectUuid,
      version: place.number,
    });
    await requestNext(place.clientUuid);
  }

  async function fail(videoUuid: string, generation: number): Promise<void> {
    for (const uuid of await listWaitingOf(db, videoUuid, generation)) await add(uuid, UNREADABLE_REASON);
  }

  return {
    /**
     * Requests comparisons for new versions, ready videos and replaced videos: everything that is not compared in its current
     * state. One that cannot be requested does not hold up the others.
     * @returns whether a comparison is still pending, so that its job may have to be requested again.
     */
    async requestMissing(): Promise<boolean> {
      const places = await listUnaligned(db, VERSIONS_PER_SWEEP);
      const errors: unknown[] = [];
      for (const place of places)
        await db
          .transaction()
          .execute((tx) => request(tx, place))
          .catch((error: unknown) => errors.push(error));
      if (errors.length > 0) throw new AggregateError(errors, "Some comparisons could not be requested");
      return places.length > 0 || (await isAnyAwaited(db));
    },

    async onResult(result: JobResult): Promise<void> {
      if (result.type === "failed") return fail(result.videoUuid, result.generation);
      if (result.type !== "aligned") return;
      const { alignmentUuid, alignment } = result;
      await add(alignmentUuid, alignment ? { alignment } : TOO_LONG_REASON);
    },

    /** Marks a comparison as failed after workers have failed at every try. */
    onDead: fail,
  };
}

const UNREADABLE_REASON: { reason: AlignmentReason } = { reason: "unreadable" };
const TOO_LONG_REASON: { reason: AlignmentReason } = { reason: "too_long" };

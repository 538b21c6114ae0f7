import type { Background } from "../../../platform/composition/define-module.ts";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { createWokenLoop, type LoopClock } from "../../../platform/woken-loop.ts";
import type { WorkNotifications } from "../../../platform/work-notifications.ts";
import {
  createVideosRepository,
  ENDS_SIMULATED_LIVE,
  lockListsOf,
  touchRows,
  type VideoChange,
  type VideoRow,
} from "../videos/index.ts";
import { createPlansRepository } from "./plans.repository.ts";
import type { RemovalService } from "./removal.service.ts";

/** The number of videos per transaction: few enough that users who change one of them need not wait. */
const VIDEOS_PER_BATCH = 100;

export interface DuePlansDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  removal: Pick<RemovalService, "flagVideos" | "removeForGood" | "announce">;
  /** Days for which the trash keeps a video. */
  keptDays: number;
  onError: (error: unknown) => void;
}

/**
 * Carries out scheduled actions. Every replica may run this, since each video is locked by one replica and is not due afterwards.
 */
export function createDuePlansService({ db, realtime, removal, keptDays, onError }: DuePlansDeps) {
  const { findDueInMs } = createPlansRepository(db);
  return {
    findDueInMs,

    /**
     * Starts lives, deletes videos and empties the trash as due; the next run retries what failed.
     * @throws AggregateError with the failures once all other actions are done. Failed actions stay due and must not be retried
     * immediately.
     */
    async carryOutDue(): Promise<void> {
      const faults: unknown[] = [];
      for (const work of [startDue, endLivesDue, deleteDue, closeListsDue])
        await untilNone(work).catch((error: unknown) => faults.push(error));
      await untilNone(emptyTrash).catch(onError);
      if (faults.length > 1) throw new AggregateError(faults, "Several kinds of plans were not carried out");
      if (faults.length > 0) throw faults[0];
    },
  };

  async function untilNone(work: () => Promise<number>): Promise<void> {
    while ((await work()) === VIDEOS_PER_BATCH);
  }

  function startDue(): Promise<number> {
    return write((tx) => createPlansRepository(tx).lockStartingForWork(VIDEOS_PER_BATCH), {
      starts_at: null,
    });
  }

  /** Ends simulated lives that have played to their end. */
  function endLivesDue(): Promise<number> {
    return write(
      (tx) => createPlansRepository(tx).lockLiveOverForWork(VIDEOS_PER_BATCH),
      ENDS_SIMULATED_LIVE,
    );
  }

  async function write(lock: (tx: Tx) => Promise<VideoRow[]>, columns: VideoChange): Promise<number> {
    const rows = await inBatch(lock, async (tx, clientUuid, uuids) => {
      await createVideosRepository(tx).updateVideos(clientUuid, uuids, columns);
    });
    for (const { client_uuid, uuid } of rows)
      realtime.emit(client_uuid, "video.changed", { uuid, isNew: false });
    return rows.length;
  }

  async function deleteDue(): Promise<number> {
    const rows = await inBatch(
      (tx) => createPlansRepository(tx).lockEndingForWork(VIDEOS_PER_BATCH),
      (tx, clientUuid, _uuids, videos) => removal.flagVideos(tx, clientUuid, videos),
    );
    for (const { client_uuid, uuid } of rows) removal.announce(client_uuid, { hidden: [], flagged: [uuid] });
    return rows.length;
  }

  /** Closes scene lists with scenes of videos whose scheduled deletion is due. */
  async function closeListsDue(): Promise<number> {
    const rows = await inBatch(
      (tx) => createPlansRepository(tx).lockListsEndingForWork(VIDEOS_PER_BATCH),
      async (tx, _clientUuid, uuids) => {
        await createPlansRepository(tx).flagEndingScenes(uuids);
        await touchRows(tx, uuids);
      },
    );
    for (const { client_uuid, uuid } of rows) realtime.emit(client_uuid, "sceneList.changed", { uuid });
    return rows.length;
  }

  async function emptyTrash(): Promise<number> {
    const rows = await inBatch(
      (tx) => createPlansRepository(tx).lockExpiredForWork(keptDays, VIDEOS_PER_BATCH),
      (tx, clientUuid, _uuids, videos) => removal.removeForGood(tx, clientUuid, videos),
    );
    for (const { client_uuid, uuid } of rows) removal.announce(client_uuid, { hidden: [uuid], flagged: [] });
    return rows.length;
  }

  /** Locks a batch and works on it client by client, in one transaction. @returns the rows. */
  async function inBatch(
    lock: (tx: Tx) => Promise<VideoRow[]>,
    work: (tx: Tx, clientUuid: string, uuids: string[], videos: VideoRow[]) => Promise<void>,
  ): Promise<VideoRow[]> {
    return db.transaction().execute(async (tx) => {
      const rows = await lock(tx);
      await lockListsOf(
        tx,
        rows.map(({ uuid }) => uuid),
      );
      for (const [clientUuid, own] of Map.groupBy(rows, (row) => row.client_uuid))
        await work(
          tx,
          clientUuid,
          own.map(({ uuid }) => uuid),
          own,
        );
      return rows;
    });
  }
}
export type DuePlansService = ReturnType<typeof createDuePlansService>;

/** The minimum pause between checks, because an action that another replica is carrying out still counts as due. */
const MIN_CHECK_PAUSE_MS = 50;

/** Carries out due actions at the start, and later actions when they are scheduled or become due. */
export function createPlanSchedule(
  plans: Pick<DuePlansService, "carryOutDue" | "findDueInMs">,
  notifications: Pick<WorkNotifications, "on">,
  onError: (error: unknown) => void,
  clock?: LoopClock,
): Background {
  let unsubscribe = (): void => undefined;
  const loop = createWokenLoop({
    async check() {
      await plans.carryOutDue();
      return false;
    },
    dueInMs: plans.findDueInMs,
    pauseMs: MIN_CHECK_PAUSE_MS,
    onError,
    ...(clock ? { clock } : {}),
  });
  return {
    start() {
      unsubscribe = notifications.on("plans", loop.wake);
      loop.start();
    },
    async stop() {
      unsubscribe();
      await loop.stop();
    },
  };
}

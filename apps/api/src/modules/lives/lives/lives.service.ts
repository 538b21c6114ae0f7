import { randomUUID } from "node:crypto";
import { type BodyOf, InputQualities, OPTIMIZED_QUALITIES, type ResponseOf } from "@shoal/contract";
import {
  type AdmittedLive,
  type IngestRun,
  type LiveCondition,
  type LiveReport,
  type liveRoutes,
  MAX_LIVE_SILENCE_MS,
} from "@shoal/contract/ingest";
import { isLiveRunning, liveErrorOf, liveStatusOf } from "@shoal/domain";
import type { SecretBox } from "@shoal/tokens";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { BEGINS_GENERATION, createVideosRepository, type VideoRow } from "../../media/videos/index.ts";
import { createArchivesRepository } from "./archives.repository.ts";
import { retainedSecOf } from "./described-live.ts";
import type { ExternalStreamsService } from "./external-streams.service.ts";
import {
  createLivesRepository,
  DATABASE_NOW,
  type LiveRow,
  type UnhandledLives,
} from "./lives.repository.ts";
import { addLives } from "./new-lives.ts";
import { hashStreamKey } from "./stream-key.ts";
import { createSweepsRepository } from "./sweeps.repository.ts";

/** The time within which a restarted live must be published; otherwise it is shown as stopped (§9). */
const MAX_START_MS = 30_000;
/**
 * The time after which a live is removed whose camera page was closed before it started. The page deletes the live itself unless that
 * fails.
 */
const MAX_CAMERA_START_MS = 600_000;

type AdmissionRefusal = NonNullable<ResponseOf<typeof liveRoutes.admitLive>["refusal"]>;
type AdmissionAnswer = ResponseOf<typeof liveRoutes.admitLive>;
const refuseAdmission = (refusal: AdmissionRefusal): AdmissionAnswer => ({
  live: null,
  isBegun: false,
  refusal,
});

export interface LivesDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  /** Encrypts stream keys. */
  streamKeys: SecretBox;
  /** Lists the restream targets of lives. */
  externalStreams: Pick<ExternalStreamsService, "listTargets">;
  /** The check of budgets: nothing is created for clients whose budget is used up. */
  budgets: { isStopped(clientUuid: string): Promise<boolean> };
  /** Called when a live that is kept has ended. */
  onArchiveOwed: () => void;
  nowMs?: () => number;
}

/** Handles the calls of ingests about lives. */
export function createLivesService(deps: LivesDeps) {
  const { db, realtime, streamKeys, externalStreams, onArchiveOwed, nowMs = Date.now } = deps;
  const startedAtMs = nowMs();
  /** The run of each ingest whose earlier runs have no lives left, by its URL. */
  const checkedRuns = new Map<string, string>();
  return {
    /** Admits a publisher to the live of its key. The live restarts unless this run of the ingest already has it. */
    async admit(key: string, ingest: IngestRun, endedGeneration?: number): Promise<AdmissionAnswer> {
      const { admission, changedRow } = await db.transaction().execute(async (tx) => {
        const found = await findByKey(tx, key);
        const video = found && (await createVideosRepository(tx).lockForWork(found));
        const live = video && (await createLivesRepository(tx).findLive(video.client_uuid, video.uuid));
        if (!video || !live || isDeleted(video)) return { admission: refuseAdmission("unknown_key") };
        if (!live.is_open) return { admission: refuseAdmission("stopped") };
        const isHere = live.ingest_id === ingest.id && isLiveRunning(live.state);
        if (isHere && endedGeneration !== video.generation)
          return { admission: { live: presentAdmittedLive(video, live), isBegun: false, refusal: null } };
        const begun = await begin(tx, { video, live }, ingest);
        return {
          admission: { live: presentAdmittedLive(begun, live), isBegun: true, refusal: null },
          changedRow: begun,
        };
      });
      if (changedRow) emitChange(changedRow);
      return admission;
    },

    /**
     * Applies an ingest's reports of its lives. Lives of an earlier run of the ingest are ended.
     * @returns the lives to end, because they were stopped, deleted, or run elsewhere; and the restreaming targets of the others.
     */
    async applyReports({
      ingest,
      reports,
      conditions,
    }: BodyOf<typeof liveRoutes.reportLives>): Promise<
      Omit<ResponseOf<typeof liveRoutes.reportLives>, "sources">
    > {
      const uuids = reports.map(({ uuid }) => uuid);
      const rows = uuids.length > 0 ? await createLivesRepository(db).findLivesForWork(uuids) : [];
      const known = new Map(rows.map((row) => [row.video_uuid, row]));
      const isNew = (report: LiveReport) => report.version > (known.get(report.uuid)?.report_version ?? 0);
      const unwanted: LiveReport[] = [];
      for (const report of reports.filter(isNew))
        if (!(await applyReport(ingest, report))) unwanted.push(report);
      const same = reports.filter((report) => !isNew(report));
      unwanted.push(...(await recordSeen(ingest, same, conditions)));
      const folders = reports.flatMap(({ folder, isClosed }) =>
        folder === null || isClosed ? [] : [folder],
      );
      if (folders.length > 0) await createArchivesRepository(db).markReported(folders);
      // If the ingest is idle, its earlier runs have been processed. A live that one of them may still have started is found by
      // `endSilent`.
      if (reports.length > 0 || checkedRuns.get(ingest.url) !== ingest.id) {
        await endForsaken({ run: ingest });
        checkedRuns.set(ingest.url, ingest.id);
      }
      if (reports.some(({ folder, isClosed }) => folder !== null && isClosed)) onArchiveOwed();
      return {
        unwanted: unwanted
          .filter(({ state }) => state !== "ended")
          .map(({ uuid, generation }) => ({ uuid, generation })),
        relays: await externalStreams.listTargets(
          reports.filter((report) => isLiveRunning(report.state) && !unwanted.includes(report)),
        ),
      };
    },

    /** Ends lives whose ingest has gone silent, and shows those without a publisher as stopped. */
    async endSilent(): Promise<void> {
      // Soon after the api has started, missing reports prove nothing.
      if (nowMs() - startedAtMs > MAX_LIVE_SILENCE_MS) await endForsaken({ silentMs: MAX_LIVE_SILENCE_MS });
      await stopUnused("restart", MAX_START_MS);
      await stopUnused("uploading", MAX_CAMERA_START_MS);
    },
  };

  async function stopUnused(status: "restart" | "uploading", ms: number): Promise<void> {
    for (const { video_uuid } of await createLivesRepository(db).listUnused(status, ms))
      await change(video_uuid, async (tx, video) => {
        if (video.status !== status) return undefined;
        return createVideosRepository(tx).writeLive(video, "stopped");
      });
  }

  /** @returns the uuid of the live with this key; the live of a client's own key is created on first use. */
  async function findByKey(tx: Tx, key: string): Promise<string | undefined> {
    const lives = createLivesRepository(tx);
    const found = await lives.findByKey(hashStreamKey(key));
    if (found) return found.video_uuid;
    const client = await lives.findClientByKey(key);
    if (!client || !(await lives.lockClient(client.uuid))) return undefined;
    return (await lives.findClientsOwn(client.uuid))?.video_uuid ?? addClientsOwn(tx, client.uuid);
  }

  async function addClientsOwn(tx: Tx, clientUuid: string): Promise<string | undefined> {
    if (await deps.budgets.isStopped(clientUuid)) return undefined;
    await createLivesRepository(tx).clearClientsOwn(clientUuid);
    const [video] = await createVideosRepository(tx).addVideos([
      {
        client_uuid: clientUuid,
        user_uuid: null,
        title: `Live_${randomUUID().replaceAll("-", "")}`,
        type: "live",
        status: "stopped",
        input_qualities: JSON.stringify(OPTIMIZED_QUALITIES),
      },
    ]);
    if (!video) throw new Error("No live was added");
    await addLives(tx, [{ video, isClientsOwn: true }], streamKeys);
    return video.uuid;
  }

  async function begin(
    tx: Tx,
    { video, live }: { video: VideoRow; live: LiveRow },
    ingest: IngestRun,
  ): Promise<VideoRow> {
    await createLivesRepository(tx).updateLive(video, {
      state: "connecting",
      run_delay: live.delay,
      fault: null,
      ingest_id: ingest.id,
      ingest_url: ingest.url,
      report_version: 0,
      is_signed_off: false,
      seen_at: DATABASE_NOW,
      started_at: null,
      ended_at: null,
      tracks: "[]",
    });
    const begun = await createVideosRepository(tx).writeLive(video, liveStatusOf("connecting", null), {
      ...BEGINS_GENERATION,
      error_type: null,
    });
    // The run is stored before the ingest writes anything, so that leftovers are found whenever it is killed.
    if (!live.is_kept)
      await createSweepsRepository(tx).addRun({ live_uuid: begun.uuid, generation: begun.generation });
    return begun;
  }

  /** @returns false when the reported live must not continue. */
  async function applyReport(ingest: IngestRun, report: LiveReport): Promise<boolean> {
    let isWanted = false;
    await change(report.uuid, async (tx, video, live) => {
      await recordArchive(tx, video, report);
      if (live.ingest_id !== ingest.id || video.generation !== report.generation) return undefined;
      if (report.version <= live.report_version) return undefined;
      isWanted = live.is_open && !isDeleted(video);
      await createLivesRepository(tx).updateLive(video, {
        state: report.state,
        fault: report.fault,
        report_version: report.version,
        is_signed_off: report.isSignedOff ?? false,
        seen_at: DATABASE_NOW,
        started_at: toDate(report.startedAtMs),
        ended_at: toDate(report.endedAtMs),
        tracks: JSON.stringify(report.tracks),
      });
      const isStopping = !live.is_open && isLiveRunning(report.state);
      const status = isStopping ? "to_stop" : liveStatusOf(report.state, report.fault);
      return createVideosRepository(tx).writeLive(video, status, { error_type: liveErrorOf(report.fault) });
    });
    return isWanted;
  }

  /** Records the archive of a report, even if a newer generation has followed. */
  async function recordArchive(tx: Tx, video: VideoRow, report: LiveReport): Promise<void> {
    const { uuid, client_uuid } = video;
    const { folder, generation, isClosed } = report;
    if (folder === null) return;
    const archives = createArchivesRepository(tx);
    await archives.addArchive({ live_uuid: uuid, client_uuid, generation, folder });
    if (isClosed) await archives.oweArchive(uuid, generation);
  }

  /** @returns the lives that the ingest must end. */
  async function recordSeen(
    ingest: IngestRun,
    reports: LiveReport[],
    conditions: LiveCondition[],
  ): Promise<LiveReport[]> {
    if (reports.length === 0) return [];
    const uuids = reports.map(({ uuid }) => uuid);
    const wanted = await createLivesRepository(db).recordSeen(ingest.id, uuids, conditions);
    const isWanted = (report: LiveReport) =>
      wanted.some((row) => row.uuid === report.uuid && row.generation === report.generation);
    return reports.filter((report) => !isWanted(report));
  }

  async function endForsaken(forsaken: UnhandledLives): Promise<void> {
    const found = await createLivesRepository(db).listForsaken(forsaken);
    for (const { video_uuid } of found)
      await change(video_uuid, async (tx, video, live) => {
        const [isStill] = await createLivesRepository(tx).listForsaken({
          ...forsaken,
          videoUuid: video_uuid,
        });
        if (!isStill) return undefined;
        const fault = live.is_open ? "ingest_failed" : null;
        const ended = { state: "ended", fault, ended_at: DATABASE_NOW } as const;
        await createLivesRepository(tx).updateLive(video, ended);
        await createArchivesRepository(tx).oweArchive(video_uuid, video.generation);
        return createVideosRepository(tx).writeLive(video, liveStatusOf("ended", fault), {
          error_type: liveErrorOf(fault),
        });
      });
    if (found.length > 0) onArchiveOwed();
  }

  /** Locks and changes a live, and notifies observers of the change. */
  async function change(
    uuid: string,
    work: (tx: Tx, video: VideoRow, live: LiveRow) => Promise<VideoRow | undefined>,
  ): Promise<void> {
    const changed = await db.transaction().execute(async (tx) => {
      const video = await createVideosRepository(tx).lockForWork(uuid);
      const live = video && (await createLivesRepository(tx).findLive(video.client_uuid, uuid));
      return video && live && work(tx, video, live);
    });
    if (changed) emitChange(changed);
  }

  function emitChange({ client_uuid, uuid }: VideoRow): void {
    realtime.emit(client_uuid, "video.changed", { uuid, isNew: false });
  }
}
export type LivesService = ReturnType<typeof createLivesService>;

const isDeleted = (video: VideoRow): boolean => video.is_deleted || video.trashed_at !== null;
const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

const presentAdmittedLive = (video: VideoRow, live: LiveRow): AdmittedLive => ({
  uuid: video.uuid,
  generation: video.generation,
  qualities: InputQualities.parse(video.input_qualities),
  encoding: video.encoding,
  seekBackSec: retainedSecOf(live),
  isKept: live.is_kept,
  delay: live.delay,
});

import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AppError, type DoctorReport, type FindingKind, type LastDoctorReport } from "@shoal/contract";
import type { MediaStore } from "@shoal/store";
import type { Database } from "../../../platform/database.ts";
import type { DisagreeingFigures } from "../../insight/figures/index.ts";
import { createRepairsRepository, type RequestRepair } from "../../media/encoding/index.ts";
import { type CheckedVideo, createDoctorRepository } from "./doctor.repository.ts";
import { FindingSums } from "./findings.ts";
import {
  findMissing,
  folderOf,
  isName,
  listReferredObjects,
  prefixOf,
  type ReferredObject,
} from "./media-names.ts";

/** The maximum number of rows or folders in memory. */
const PAGE_SIZE = 200;
/** The maximum number of jobs or videos counted for each kind. */
const MAX_COUNTED = 1_000;
/** The maximum number of objects encoded again after a run. After the loss of a disk, the next runs continue. */
const MAX_REPAIRS = 500;
/** The number of repairs that the report lists by name; it only counts further repairs. */
const REPAIRS_SHOWN = 50;
/** The number of folders whose removal may fail before the store counts as unavailable. */
const MAX_FAILED_REMOVALS = 20;
/** The number of videos that cannot be read after which a run stops reading videos, because the store itself has failed. */
const MAX_UNREADABLE_VIDEOS = 20;
/** The interval between confirmations that a check is still running, with its progress. */
const HEARTBEAT_INTERVAL_MS = 2_000;
const NO_UUID = "00000000-0000-0000-0000-000000000000";

export interface DoctorDeps {
  db: Database;
  store: Pick<MediaStore, "list" | "findSize" | "read" | "remove">;
  /** Finds the videos among these whose listed figures differ from ClickHouse's. */
  findDisagreeing(videoUuids: readonly string[]): Promise<DisagreeingFigures[]>;
  /** Opens the repairs of a video, which encode damaged media again. @returns undefined if that is impossible. */
  openRepairs(videoUuid: string, generation: number): Promise<RequestRepair | undefined>;
  /** Refreshes all figures of a client. */
  refreshFigures(clientUuid: string): Promise<void>;
  uploadKeptHours: number;
  now?: () => Date;
}

export interface DoctorRun {
  isMending: boolean;
  /** Whether damaged and missing media are encoded again. Nothing else is changed. */
  isRepairing: boolean;
  /** The limits of the comparison of checksums, in total and per second. */
  checkedBytesMax: number;
  checkedBytesPerSec: number;
  /** The value of `checkedUntil` of the last run. */
  checkAfter: string | null;
  signal?: AbortSignal;
}

/** The progress of comparing checksums. The video that exhausts the bytes is still compared completely. */
interface ChecksumProgress {
  leftBytes: number;
  until: string | null;
}

/**
 * Creates the doctor, which compares the database with the media store, the queue and ClickHouse. Its memory does not depend on
 * the size of the installation, because it works page by page.
 */
export function createDoctor(deps: DoctorDeps) {
  const { db, store, now = () => new Date() } = deps;
  const rows = createDoctorRepository(db);

  /** Performs a run. @param seen what was checked so far, which is updated during the run. */
  async function run(options: DoctorRun, seen = emptyProgress()): Promise<DoctorReport> {
    const startedAt = now();
    const sums = new FindingSums();
    const faults: string[] = [];
    const check: ChecksumProgress = { leftBytes: options.checkedBytesMax, until: options.checkAfter };
    const parts: [string, () => Promise<void>][] = [
      ["media", () => compareMedia(startedAt, options, sums, { seen, faults })],
      ["videos", () => compareVideos(options, check, sums, { seen, faults })],
      ["files", () => compareFiles(options, sums)],
      ["jobs", () => findWaiting(sums)],
    ];
    // If one system fails, the others are still checked.
    for (const [name, part] of parts)
      await part().catch((error: unknown) => {
        options.signal?.throwIfAborted();
        faults.push(faultOf(name, error));
      });
    const report = {
      isMending: options.isMending,
      seen,
      findings: sums.list(),
      checkedUntil: check.until,
      faults,
    };
    return { startedAt: startedAt.toISOString(), endedAt: now().toISOString(), ...report };
  }

  /** Lists the store. A folder unknown to the database is recorded, and removed by a later run. */
  async function compareMedia(
    startedAt: Date,
    { isMending, signal }: DoctorRun,
    sums: FindingSums,
    { seen, faults }: Pick<DoctorReport, "seen" | "faults">,
  ): Promise<void> {
    let batch = new Map<string, number>();
    for await (const { name, sizeBytes } of store.list()) {
      signal?.throwIfAborted();
      seen.objects += 1;
      seen.bytes += sizeBytes;
      const folder = folderOf(name);
      if (!folder) {
        sums.add("unknown_media", name, { bytes: sizeBytes });
        continue;
      }
      const prefix = `${folder.root}/${folder.uuid}/`;
      batch.set(prefix, (batch.get(prefix) ?? 0) + sizeBytes);
      if (batch.size < PAGE_SIZE) continue;
      await recordOrphans(batch, startedAt);
      batch = new Map();
    }
    await recordOrphans(batch, startedAt);
    await rows.deleteStaleOrphans(startedAt);
    let after = "";
    let failedCount = 0;
    for (;;) {
      const page = await rows.listOrphans(after, PAGE_SIZE);
      for (const { folder, bytes, is_old } of page) {
        // A folder that cannot be removed does not keep those after it from being removed.
        const isMended =
          isMending &&
          is_old &&
          (await removeOrphan(folder).catch((error: unknown) => {
            signal?.throwIfAborted();
            failedCount += 1;
            if (failedCount > MAX_FAILED_REMOVALS) throw error;
            faults.push(faultOf(folder, error));
            return false;
          }));
        sums.add("orphan_media", folder, { bytes, isMended });
      }
      if (page.length < PAGE_SIZE) return;
      after = page.at(-1)?.folder ?? "";
    }
  }

  async function recordOrphans(batch: ReadonlyMap<string, number>, run: Date): Promise<void> {
    const folders = [...batch.keys()].flatMap((prefix) => folderOf(prefix) ?? []);
    const owned = await rows.findOwned(folders);
    for (const [prefix, bytes] of batch) if (!owned.has(prefix)) await rows.recordOrphan(prefix, bytes, run);
  }

  /** Removes a folder after checking once more that it has no owner. */
  async function removeOrphan(prefix: string): Promise<boolean> {
    const folder = folderOf(prefix);
    if (!folder || (await rows.findOwned([folder])).has(prefix)) return false;
    await store.remove(prefix);
    await rows.deleteOrphan(prefix);
    return true;
  }

  async function compareVideos(
    options: DoctorRun,
    check: ChecksumProgress,
    sums: FindingSums,
    { seen, faults }: Pick<DoctorReport, "seen" | "faults">,
  ): Promise<void> {
    const from = options.checkAfter ?? NO_UUID;
    let after = NO_UUID;
    let unreadableCount = 0;
    let areFiguresRead = true;
    // A part of a disk that cannot be read does not keep the videos after it from being checked.
    const passOver = async (video: CheckedVideo, error: unknown): Promise<void> => {
      options.signal?.throwIfAborted();
      // The video was deleted or encoded again meanwhile, which removes its former media.
      if (!(await rows.isStill(video))) return;
      unreadableCount += 1;
      if (unreadableCount > MAX_UNREADABLE_VIDEOS) throw error;
      faults.push(faultOf(`videos/${video.uuid}`, error));
    };
    let repairsLeft = options.isRepairing ? MAX_REPAIRS : 0;
    for (;;) {
      const page = await rows.listPlayable(after, PAGE_SIZE);
      for (const video of page) {
        options.signal?.throwIfAborted();
        seen.videos += 1;
        const requested = new Map<string, boolean>();
        let opened: Promise<RequestRepair | undefined> | undefined;
        const request = async (object: string): Promise<boolean> => {
          if (repairsLeft === 0) return false;
          opened ??= deps.openRepairs(video.uuid, video.generation);
          return (await (await opened)?.(object)) ?? false;
        };
        const repair: RequestRepair = async (object) => {
          const isRepairing = requested.get(object) ?? (await request(object));
          if (isRepairing && !requested.has(object)) repairsLeft -= 1;
          requested.set(object, isRepairing);
          return isRepairing;
        };
        await compareVideo(video, sums, repair, async (referred) => {
          if (video.uuid <= from || check.leftBytes <= 0) return;
          seen.checksums += await compareChecksums(referred, options, check, { sums, repair });
          check.until = video.uuid;
        }).catch((error: unknown) => passOver(video, error));
      }
      if (areFiguresRead)
        await compareFigures(page, options, sums).catch((error: unknown) => {
          options.signal?.throwIfAborted();
          areFiguresRead = false;
          faults.push(faultOf("figures", error));
        });
      if (page.length < PAGE_SIZE) break;
      after = page.at(-1)?.uuid ?? "";
    }
    if (check.leftBytes > 0) check.until = null;
  }

  async function compareVideo(
    video: CheckedVideo,
    sums: FindingSums,
    repair: RequestRepair,
    onThere: (referred: ReferredObject[]) => Promise<void>,
  ): Promise<void> {
    const { tracks, storyboard, waveform, thumbnail_object } = video;
    const outputs = await rows.listOutputs(video);
    const referred = listReferredObjects([tracks, storyboard, waveform, outputs]);
    if (isName(thumbnail_object)) referred.push({ object: thumbnail_object });
    const sizes = new Map<string, number>();
    for (const prefix of new Set(referred.map(({ object }) => prefixOf(object))))
      for await (const { name, sizeBytes } of store.list(prefix)) sizes.set(name, sizeBytes);
    const missing = findMissing(referred, sizes);
    // The video may have been encoded again in the meantime, which removes its former media.
    if (missing.length > 0 && !(await rows.isStill(video))) return;
    for (const { object, isShort } of missing)
      sums.add(isShort ? "short_media" : "missing_media", object, { isRepairing: await repair(object) });
    const gone = new Set(missing.map(({ object }) => object));
    await onThere(referred.filter(({ object }) => !gone.has(object)));
  }

  /**
   * Compares the checksums of a video.
   * @returns the number of compared checksums.
   */
  async function compareChecksums(
    referred: readonly ReferredObject[],
    { checkedBytesPerSec, signal }: DoctorRun,
    check: ChecksumProgress,
    { sums, repair }: { sums: FindingSums; repair: RequestRepair },
  ): Promise<number> {
    let count = 0;
    for (const { object, offset, length, sha256 } of referred) {
      if (!sha256 || offset === undefined || length === undefined) continue;
      signal?.throwIfAborted();
      check.leftBytes -= length;
      count += 1;
      const startedMs = performance.now();
      const bytes = await store.read(object, { offset, length });
      if (createHash("sha256").update(bytes).digest("hex") !== sha256)
        sums.add("damaged_media", `${object} at ${offset}`, {
          bytes: length,
          isRepairing: await repair(object),
        });
      await sleepUntil(startedMs + (length / checkedBytesPerSec) * 1_000, signal);
    }
    return count;
  }

  /** Compares figures, and refreshes each client whose figures differ, once. */
  async function compareFigures(
    videos: readonly CheckedVideo[],
    { isMending }: DoctorRun,
    sums: FindingSums,
  ): Promise<void> {
    if (videos.length === 0) return;
    const apart = await deps.findDisagreeing(videos.map(({ uuid }) => uuid));
    if (isMending)
      for (const client of new Set(apart.map(({ clientUuid }) => clientUuid)))
        await deps.refreshFigures(client);
    const isStill = new Set<string>();
    if (isMending && apart.length > 0)
      for (const { videoUuid } of await deps.findDisagreeing(apart.map((each) => each.videoUuid)))
        isStill.add(videoUuid);
    for (const { videoUuid, shown, counted } of apart)
      sums.add("wrong_figures", `${videoUuid}: ${shown} views shown, ${counted} counted`, {
        isMended: isMending && !isStill.has(videoUuid),
      });
  }

  async function compareFiles({ signal }: DoctorRun, sums: FindingSums): Promise<void> {
    let after = "";
    for (;;) {
      const page = await rows.listFiles(after, PAGE_SIZE);
      for (const name of page) {
        signal?.throwIfAborted();
        if ((await store.findSize(name)) === undefined) sums.add("missing_media", name);
      }
      if (page.length < PAGE_SIZE) return;
      after = page.at(-1) ?? "";
    }
  }

  async function findWaiting(sums: FindingSums): Promise<void> {
    const lists: [FindingKind, () => Promise<string[]>][] = [
      ["lost_video", () => rows.listLost(MAX_COUNTED)],
      ["stuck_job", () => rows.listSilentJobs(MAX_COUNTED)],
      ["waiting_job", () => rows.listOldJobs(MAX_COUNTED)],
      ["forgotten_upload", () => rows.listForgottenUploads(deps.uploadKeptHours, MAX_COUNTED)],
    ];
    // The lists are read in sequence. If several failed at once, the unhandled rejections would end the process.
    for (const [kind, list] of lists) for (const name of await list()) sums.add(kind, name);
  }

  /**
   * Performs a daily or requested check that is due. One replica does it, without changes except repairs of media.
   * @returns whether a check was due.
   */
  async function runDue(
    pace: Pick<DoctorRun, "checkedBytesMax" | "checkedBytesPerSec">,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const claim = await rows.claimCheck();
    if (claim === undefined) return false;
    const seen = emptyProgress();
    // A failed confirmation is ignored, because the next one follows.
    const beat = setInterval(
      () => void rows.beat(claim, seen).catch(() => undefined),
      HEARTBEAT_INTERVAL_MS,
    ).unref();
    try {
      const checkAfter = (await rows.findReport())?.checkedUntil ?? null;
      const options = { ...pace, isMending: false, isRepairing: true, checkAfter, ...(signal && { signal }) };
      await rows.endCheck(claim, await run(options, seen));
    } catch (error) {
      await rows.abandonCheck(claim, signal?.aborted === true);
      if (!signal?.aborted) throw error;
    } finally {
      clearInterval(beat);
    }
    return true;
  }

  return {
    run,
    runDue,
    findDueMs: rows.findDueMs,

    /**
     * Requests a check, which the next free replica performs. @throws AppError "check_running" if a check is already requested or
     * running.
     */
    async requestCheck(): Promise<LastDoctorReport> {
      if (!(await rows.requestCheck()))
        throw new AppError("check_running", "A check is already running: wait for its result");
      return readReport();
    },

    getReport: readReport,
  };

  async function readReport(): Promise<LastDoctorReport> {
    const [report, check, repairs] = await Promise.all([
      rows.findReport(),
      rows.findCheck(),
      createRepairsRepository(db).list(REPAIRS_SHOWN),
    ]);
    return {
      report: report ?? null,
      check: check
        ? { startedAt: check.started_at.toISOString(), seen: check.check_seen ?? emptyProgress() }
        : null,
      repairs: repairs.map(({ uuid, object, state, changedAt }) => ({
        video: uuid,
        object,
        state,
        changedAt: changedAt.toISOString(),
      })),
    };
  }
}

const faultOf = (name: string, error: unknown): string =>
  `${name}: ${error instanceof Error ? error.message : String(error)}`;

const emptyProgress = (): DoctorReport["seen"] => ({ objects: 0, bytes: 0, videos: 0, checksums: 0 });

/** Slows down reading, so that viewers keep the disk's bandwidth. */
async function sleepUntil(untilMs: number, signal: AbortSignal | undefined): Promise<void> {
  const ms = untilMs - performance.now();
  if (ms <= 0) return;
  await delay(ms, undefined, { ...(signal && { signal }), ref: false });
}

export type Doctor = ReturnType<typeof createDoctor>;

import {
  ARCHIVE_SOURCE_PATH,
  type Chapter,
  MAX_CHAPTERS,
  MAX_TITLE_LENGTH,
  type VideoNote,
} from "@shoal/contract";
import {
  isLiveClipFolder,
  LiveJournalPage,
  liveJournalPageOf,
  MAX_LIVE_SILENCE_MS,
} from "@shoal/contract/ingest";
import type { EncodePlan, TrackOutput } from "@shoal/contract/stored-data";
import { type PlannedArchive, planArchive, type StillJournal, withStillPicture } from "@shoal/media";
import { type MediaStore, ObjectNotFound } from "@shoal/store";
import type { Insertable } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Video } from "../../../platform/schema.ts";
import { requireStore } from "../../media/encoding/index.ts";
import {
  createVideosRepository,
  inheritedColumns,
  type RulesOfCopies,
  type VideoRow,
} from "../../media/videos/index.ts";
import { createArchivesRepository, type NewArchive } from "./archives.repository.ts";
import { createLivesRepository } from "./lives.repository.ts";

/** The number of recordings that one query returns. */
const LISTED_AT_ONCE = 20;

/** An archive is checked again after this time, because an ingest that was unreachable may return and write missing segments. */
const CHECKED_AFTER_MS = 900_000;

type OutputKey = { uuid: string; generation: number; job: "encode-piece" | "audio"; pieceIndex: number };

/** The functions of the encoding module that archives need. */
interface ArchiveEncodings {
  addEncoding(
    uuid: string,
    generation: number,
    plan: EncodePlan,
    notes: readonly VideoNote[],
  ): Promise<unknown>;
  updateEncoding(
    uuid: string,
    generation: number,
    change: { is_queued?: boolean; plan?: string; notes?: string },
  ): Promise<void>;
  addOutput(key: OutputKey, outputs: TrackOutput[]): Promise<void>;
  replaceOutput(key: OutputKey, outputs: TrackOutput[]): Promise<void>;
  listOutputs(uuid: string, generation: number): Promise<{ job: string; outputs: TrackOutput[] }[]>;
}

export interface ArchivesDeps {
  db: Database;
  store: Pick<MediaStore, "read" | "put" | "findSize" | "list">;
  queue: Pick<JobQueue, "sendPurge">;
  realtime: Pick<Realtime, "emit">;
  /** Writes encodings within a transaction. */
  encodingsOf: (tx: Tx) => ArchiveEncodings;
  publisher: { publishSoon(uuid: string): void };
  rules: RulesOfCopies;
  onError: (error: unknown) => void;
  nowMs?: () => number;
}

/** A recording that still needs its video; `live_uuid` is null if the live was deleted. */
interface PendingArchive {
  uuid: string;
  folder: string;
  generation: number;
  live_uuid?: string | null | undefined;
}

type UncheckedArchive = Awaited<
  ReturnType<ReturnType<typeof createArchivesRepository>["listUnchecked"]>
>[number];

/** The video that a recording becomes. */
interface PlannedVideo {
  planned: PlannedArchive;
  notes: VideoNote[];
  still: StillJournal["object"] | undefined;
}

/** Creates videos from the recordings of ended lives, whose segments stay where they are. */
export function createArchivesService(deps: ArchivesDeps) {
  const { db, store, queue, realtime, publisher, rules, nowMs = Date.now } = deps;
  const startedAtMs = nowMs();
  return {
    /** Makes the videos of complete recordings; a video that fails is tried again by the next call. */
    async makeOwed(): Promise<void> {
      // Soon after the api has started, silence proves nothing, because no ingest could report while the api was down.
      if (nowMs() - startedAtMs > MAX_LIVE_SILENCE_MS)
        await createArchivesRepository(db).oweForgotten(MAX_LIVE_SILENCE_MS);
      await forEach((after) => createArchivesRepository(db).listOwed(LISTED_AT_ONCE, after), make);
    },

    /**
     * Extends archives whose recordings grew after they were created.
     * @param olderThanMs minimum time since their last change.
     */
    async completeShort(olderThanMs = CHECKED_AFTER_MS): Promise<void> {
      await forEach(
        (after) => createArchivesRepository(db).listUnchecked(olderThanMs, LISTED_AT_ONCE, after),
        extendArchive,
      );
    },

    /** Creates a video immediately from the recording in a folder. @returns undefined if the recording is unusable. */
    async makeOf(archive: NewArchive): Promise<VideoRow | undefined> {
      const archives = createArchivesRepository(db);
      const uuid = await archives.addOwed(archive);
      await make({ ...archive, uuid });
      const made = await archives.findVideo(archive.client_uuid, uuid);
      return made === undefined ? undefined : createVideosRepository(db).findVideo(archive.client_uuid, made);
    },
  };

  /** Works on each row once, so that rows that keep failing do not block the others. */
  async function forEach<Row extends { uuid: string }>(
    list: (after: string | undefined) => Promise<Row[]>,
    work: (row: Row) => Promise<void>,
  ): Promise<void> {
    let last: string | undefined;
    do {
      const rows = await list(last);
      for (const row of rows) await work(row).catch(deps.onError);
      last = rows.length === LISTED_AT_ONCE ? rows.at(-1)?.uuid : undefined;
    } while (last !== undefined);
  }

  /** @returns undefined if nothing was recorded. */
  async function plan(folder: string): Promise<PlannedVideo | undefined> {
    const pages = await readJournal(folder);
    const still = withStillPicture(pages, folder);
    const planned = planArchive(still?.pages ?? pages);
    if (!planned) return undefined;
    if (planned.missingSegments > 0)
      deps.onError(
        new Error(
          `${planned.missingSegments} segments of the archive in ${folder} were never stored: it has seams there`,
        ),
      );
    const { missingAtSec } = planned;
    const notes: VideoNote[] = [];
    if (still) notes.push({ kind: "sound_alone", atSec: 0 });
    if (missingAtSec !== undefined) notes.push({ kind: "parts_not_stored", atSec: missingAtSec });
    return { planned, notes, still: still?.object };
  }

  async function make({ uuid, folder, generation, live_uuid }: PendingArchive): Promise<void> {
    const video = await plan(folder);
    const planned = video?.planned;
    if (!video) await requireStore(db, store);
    if (video?.still) await store.put(video.still.name, video.still.bytes);
    const made = await db.transaction().execute(async (tx) => {
      // The live is locked first, as when it is changed or deleted, so that two transactions cannot deadlock.
      const live = live_uuid ? await createVideosRepository(tx).lockForWork(live_uuid) : undefined;
      const archives = createArchivesRepository(tx);
      const owed = await archives.lockOwed(uuid);
      if (!owed) return undefined;
      if (!video || !planned) {
        await archives.deleteArchive(uuid);
        await queue.sendPurge(tx, { prefixes: [folder] });
        if (live?.generation === generation) await reportNothingStored(tx, live);
        return { live };
      }
      const chapters = isLiveClipFolder(folder) ? [] : chaptersBetween(live, 0, planned.durationSec);
      const [row] = await createVideosRepository(tx).addVideos([
        { ...buildRow(owed.client_uuid, live, planned), chapters: JSON.stringify(chapters) },
      ]);
      if (!row) throw new Error("The archive was not saved");
      const copy = { clientUuid: row.client_uuid, uuid: row.uuid };
      if (live) await rules.inheritRules(tx, { ...copy, originUuid: live.uuid });
      // A user who deletes a live that is on air does not want its recording to be published.
      if (!live || live.is_deleted || live.trashed_at !== null) await rules.refuseAll(tx, copy);
      await saveMedia(tx, row, video);
      await archives.recordCreated(uuid, row.uuid, new Date(planned.startedAtMs));
      return { video: row, live };
    });
    if (made?.live)
      realtime.emit(made.live.client_uuid, "video.changed", { uuid: made.live.uuid, isNew: false });
    if (!made?.video) return;
    publisher.publishSoon(made.video.uuid);
    realtime.emit(made.video.client_uuid, "video.changed", { uuid: made.video.uuid, isNew: true });
  }

  /**
   * Marks a live as failed that was on air and ended without an error but left no recording, because its owner would wait for an
   * archive in vain.
   */
  async function reportNothingStored(tx: Tx, live: VideoRow): Promise<void> {
    const lives = createLivesRepository(tx);
    const run = await lives.findLive(live.client_uuid, live.uuid);
    if (run?.state !== "ended" || run.started_at === null || run.fault !== null) return;
    await lives.updateLive(live, { fault: "nothing_stored" });
    await createVideosRepository(tx).writeLive(live, "error", { error_type: "nothing_stored" });
  }

  /** Extends an archive by what was recorded after it was made, if all of it is in the store. */
  async function extendArchive({ uuid, folder, video_uuid }: UncheckedArchive): Promise<void> {
    const video = video_uuid === null ? undefined : await plan(folder);
    if (video_uuid !== null && !video) await requireStore(db, store);
    const isThere = video !== undefined && (await areStored(video.planned));
    if (isThere && video.still) await store.put(video.still.name, video.still.bytes);
    const completed = await db.transaction().execute(async (tx) => {
      const row = video_uuid ? await createVideosRepository(tx).lockForWork(video_uuid) : undefined;
      await createArchivesRepository(tx).recordChecked(uuid);
      if (!row || row.is_deleted || !video || !isThere) return undefined;
      const live = isLiveClipFolder(folder) ? undefined : await findOrigin(tx, row);
      return (await lengthen(tx, row, live, video)) ? row : undefined;
    });
    if (!completed) return;
    publisher.publishSoon(completed.uuid);
    realtime.emit(completed.client_uuid, "video.changed", { uuid: completed.uuid, isNew: false });
  }

  /** @returns false if the archive already has everything. */
  async function lengthen(
    tx: Tx,
    { uuid, generation, client_uuid, chapters, duration_sec }: VideoRow,
    live: VideoRow | undefined,
    { planned, notes }: PlannedVideo,
  ): Promise<boolean> {
    const encodings = deps.encodingsOf(tx);
    const outputs = await encodings.listOutputs(uuid, generation);
    const before = outputs.find(({ job }) => job === "encode-piece")?.outputs[0]?.segments ?? [];
    const after = planned.video[0]?.segments ?? [];
    // Existing segments must keep their numbers, because caches and players know them by number.
    const goesOn = before.every(({ object }, n) => object === after[n]?.object);
    if (before.length === 0 || after.length <= before.length || !goesOn) return false;
    const key = { uuid, generation, pieceIndex: 0 };
    await encodings.updateEncoding(uuid, generation, {
      plan: JSON.stringify(planned.plan),
      notes: JSON.stringify(notes),
    });
    await encodings.replaceOutput({ ...key, job: "encode-piece" }, planned.video);
    await encodings.replaceOutput({ ...key, job: "audio" }, planned.audio);
    const added = chaptersBetween(live, duration_sec ?? 0, planned.durationSec);
    await createVideosRepository(tx).updateVideo(client_uuid, uuid, {
      duration_sec: roundedSec(planned.durationSec),
      ...(added.length > 0 ? { chapters: JSON.stringify(withChapters(chapters, added)) } : {}),
    });
    return true;
  }

  async function areStored({ video, audio }: PlannedArchive): Promise<boolean> {
    const names = new Set(
      [...video, ...audio].flatMap(({ segments }) => segments.map(({ object }) => object)),
    );
    for (const name of names)
      if (!name.endsWith("/still.m4s") && (await store.findSize(name)) === undefined) return false;
    return true;
  }

  async function saveMedia(
    tx: Tx,
    { uuid, generation }: VideoRow,
    { planned, notes }: PlannedVideo,
  ): Promise<void> {
    const encodings = deps.encodingsOf(tx);
    const key = { uuid, generation, pieceIndex: 0 };
    await encodings.addEncoding(uuid, generation, planned.plan, notes);
    await encodings.updateEncoding(uuid, generation, { is_queued: true });
    await encodings.addOutput({ ...key, job: "encode-piece" }, planned.video);
    if (planned.audio.length > 0) await encodings.addOutput({ ...key, job: "audio" }, planned.audio);
  }

  async function readJournal(folder: string): Promise<LiveJournalPage[]> {
    const pages: LiveJournalPage[] = [];
    for (;;) {
      const bytes = await store.read(liveJournalPageOf(folder, pages.length)).catch((error: unknown) => {
        if (error instanceof ObjectNotFound) return undefined;
        throw error;
      });
      if (!bytes) return pages;
      pages.push(LiveJournalPage.parse(JSON.parse(Buffer.from(bytes).toString())));
    }
  }
}
export type ArchivesService = ReturnType<typeof createArchivesService>;

const roundedSec = (sec: number): number => Math.round(sec * 1e6) / 1e6;

const findOrigin = async (tx: Tx, { origin_uuid }: VideoRow): Promise<VideoRow | undefined> =>
  origin_uuid === null ? undefined : createVideosRepository(tx).findForWork(origin_uuid);

/** The chapters of a live that start within these seconds of its recording. */
const chaptersBetween = (live: VideoRow | undefined, fromSec: number, toSec: number): Chapter[] =>
  live?.chapters.filter(({ start }) => start >= fromSec && start < toSec) ?? [];

/** Adds chapters after those that an archive already has, up to the maximum number. */
function withChapters(chapters: readonly Chapter[], added: readonly Chapter[]): Chapter[] {
  const starts = new Set(chapters.map(({ start }) => start));
  return [...chapters, ...added.filter(({ start }) => !starts.has(start))].slice(0, MAX_CHAPTERS);
}

/** The row of a video made from a live, which has the live's access conditions and its download setting (§4). */
function buildRow(
  clientUuid: string,
  live: VideoRow | undefined,
  { startedAtMs, durationSec }: PlannedArchive,
): Insertable<Video> {
  const at = new Date(startedAtMs).toISOString().slice(0, 16).replace("T", " ");
  return {
    client_uuid: clientUuid,
    user_uuid: live?.user_uuid ?? null,
    title: `${live?.title ?? "Live"} (${at} UTC)`.slice(-MAX_TITLE_LENGTH),
    description: live?.description ?? "",
    tags: live?.tags ?? [],
    status: "segmented",
    input_qualities: JSON.stringify(live?.input_qualities ?? "shoalOptimization"),
    autoplay: live?.autoplay ?? true,
    ...(live ? inheritedColumns(live) : {}),
    download: live?.download ?? false,
    outro_uuid: live?.outro_uuid ?? null,
    source_path: ARCHIVE_SOURCE_PATH,
    origin_uuid: live?.uuid ?? null,
    duration_sec: roundedSec(durationSec),
    uploading_percent: 100,
  };
}

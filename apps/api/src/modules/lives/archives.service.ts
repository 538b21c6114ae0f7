import {
  ARCHIVE_SOURCE_PATH,
  type EncodePlan,
  LIVE_SILENT_MAX_MS,
  LiveJournalPage,
  liveJournalPageOf,
  TITLE_MAX_LENGTH,
  type TrackOutput,
} from "@shoal/contract";
import { type PlannedArchive, planArchive } from "@shoal/media";
import { type MediaStore, ObjectNotFound } from "@shoal/store";
import type { Insertable } from "kysely";
import type { Database, Tx } from "../../platform/database.ts";
import type { JobQueue } from "../../platform/queue/job-queue.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Video } from "../../platform/schema.ts";
import { inheritRules, refuseAll } from "../rules/index.ts";
import { createVideosRepository, inheritedColumns, type VideoRow } from "../videos/index.ts";
import { createArchivesRepository, type NewArchive } from "./archives.repository.ts";

/** The others come with the next look. */
const AT_ONCE = 20;

/** What is written of encodings, in the module that has them. */
interface Encodings {
  addEncoding(uuid: string, generation: number, plan: EncodePlan): Promise<unknown>;
  updateEncoding(uuid: string, generation: number, change: { is_queued: boolean }): Promise<void>;
  addOutput(
    key: { uuid: string; generation: number; job: "encode-piece" | "audio"; pieceIndex: number },
    outputs: TrackOutput[],
  ): Promise<void>;
}

export interface ArchivesDeps {
  db: Database;
  store: Pick<MediaStore, "read">;
  queue: Pick<JobQueue, "sendPurge">;
  realtime: Pick<Realtime, "emit">;
  /** Writes encodings within a transaction. */
  encodingsOf: (tx: Tx) => Encodings;
  publisher: { publishSoon(uuid: string): void };
  onError: (error: unknown) => void;
  nowMs?: () => number;
}

/** What is owed of a live; null when that is gone. */
interface OwedArchive {
  uuid: string;
  folder: string;
  live_uuid?: string | null | undefined;
}

/** Videos of what lives were, once they have ended: their segments stay where they are. */
export function createArchivesService(deps: ArchivesDeps) {
  const { db, store, queue, realtime, publisher, nowMs = Date.now } = deps;
  const startedAtMs = nowMs();
  return {
    /** Makes those that are owed; one that cannot be made now is tried again with the next call. */
    async makeOwed(): Promise<void> {
      // While we were away no ingest could tell us anything.
      if (nowMs() - startedAtMs > LIVE_SILENT_MAX_MS)
        await createArchivesRepository(db).oweForgotten(LIVE_SILENT_MAX_MS);
      for (const owed of await createArchivesRepository(db).listOwed(AT_ONCE))
        await make(owed).catch(deps.onError);
    },

    /** Makes one at once of what lies in a folder. @returns undefined when nothing can be made of it. */
    async makeOf(archive: NewArchive): Promise<VideoRow | undefined> {
      const archives = createArchivesRepository(db);
      const uuid = await archives.addOwed(archive);
      await make({ ...archive, uuid });
      const made = await archives.findVideo(archive.client_uuid, uuid);
      return made === undefined ? undefined : createVideosRepository(db).findVideo(archive.client_uuid, made);
    },
  };

  async function make({ uuid, folder, live_uuid }: OwedArchive): Promise<void> {
    const pages = await readJournal(folder);
    const planned = planArchive(pages);
    if (planned && planned.missingSegments > 0)
      deps.onError(
        new Error(
          `${planned.missingSegments} segments of the archive in ${folder} were never stored: it has seams there`,
        ),
      );
    const made = await db.transaction().execute(async (tx) => {
      // First: who changes the live, or removes it, locks it before its archives.
      const live = live_uuid ? await createVideosRepository(tx).lockForWork(live_uuid) : undefined;
      const archives = createArchivesRepository(tx);
      const owed = await archives.lockOwed(uuid);
      if (!owed) return undefined;
      if (!planned && pages.length > 0) {
        await archives.updateArchive(uuid, { state: "no_picture" });
        deps.onError(
          new Error(
            `The recording in ${folder} has no picture: no archive is made of it, and it stays there`,
          ),
        );
        return undefined;
      }
      if (!planned) {
        await archives.deleteArchive(uuid);
        await queue.sendPurge(tx, { prefixes: [folder] });
        return undefined;
      }
      const [video] = await createVideosRepository(tx).addVideos([rowOf(owed.client_uuid, live, planned)]);
      if (!video) throw new Error("The archive was not saved");
      const copy = { clientUuid: video.client_uuid, uuid: video.uuid };
      await (live ? inheritRules(tx, { ...copy, originUuid: live.uuid }) : refuseAll(tx, copy));
      await saveMedia(tx, video, planned);
      await archives.updateArchive(uuid, { state: "made", video_uuid: video.uuid });
      return { video, live };
    });
    if (!made) return;
    publisher.publishSoon(made.video.uuid);
    const { client_uuid: client } = made.video;
    realtime.emit(client, "video.changed", { uuid: made.video.uuid, isNew: true });
    if (made.live) realtime.emit(client, "video.changed", { uuid: made.live.uuid, isNew: false });
  }

  async function saveMedia(tx: Tx, { uuid, generation }: VideoRow, planned: PlannedArchive): Promise<void> {
    const encodings = deps.encodingsOf(tx);
    const key = { uuid, generation, pieceIndex: 0 };
    await encodings.addEncoding(uuid, generation, planned.plan);
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

/** It is watched under the conditions of its live. */
function rowOf(
  clientUuid: string,
  live: VideoRow | undefined,
  { startedAtMs, durationSec }: PlannedArchive,
): Insertable<Video> {
  const at = new Date(startedAtMs).toISOString().slice(0, 16).replace("T", " ");
  return {
    client_uuid: clientUuid,
    user_uuid: live?.user_uuid ?? null,
    title: `${live?.title ?? "Live"} (${at} UTC)`.slice(-TITLE_MAX_LENGTH),
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
    duration_sec: Math.round(durationSec * 1e6) / 1e6,
    uploading_percent: 100,
  };
}

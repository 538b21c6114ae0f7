import { randomUUID } from "node:crypto";
import { type Chapter, LanguageTag, type UnconvertibleSubtitle } from "@shoal/contract";
import type { ExtractedSubtitle, JobResult } from "@shoal/contract/jobs";
import { readCaptionsFile } from "@shoal/domain";
import type { MediaStore } from "@shoal/store";
import type { Database, Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { createVideosRepository, type VideoRow } from "../videos/index.ts";
import { putCues } from "./caption-objects.ts";
import { ownNameOf } from "./captions.present.ts";
import { createCaptionsRepository, createExtractionsRepository } from "./captions.repository.ts";

export interface ExtractionDeps {
  db: Database;
  store: Pick<MediaStore, "put" | "read">;
  queue: Pick<JobQueue, "sendPurge">;
  realtime: Pick<Realtime, "emit">;
}
type ExtractedCaptions = Extract<JobResult, { type: "captions" }>;
type TrackNames = { language: string; label: string };

/**
 * Turns the subtitles embedded in a source into tracks, and its chapters into chapters of the video. This happens once per source,
 * for any generation.
 */
export function createExtractionService({ db, store, queue, realtime }: ExtractionDeps) {
  return {
    /** Applies a worker's findings; a repeat changes nothing. */
    async onExtracted({
      videoUuid,
      subtitles,
      unconvertible,
      chapters = [],
    }: ExtractedCaptions): Promise<void> {
      await end(videoUuid, "done", async (tx, video) => {
        const bare = await addTracks(tx, video, subtitles);
        await addChapters(tx, video, chapters);
        // The worker stored its output next to the source. If there is no output, a purge would search the store for nothing.
        if (subtitles.length > 0) await queue.sendPurge(tx, { prefixes: [`uploads/${videoUuid}/captions/`] });
        return [...unconvertible, ...bare];
      });
    },

    /** Records a failed extraction; the video continues without its embedded subtitles. */
    onFailed: (videoUuid: string): Promise<void> => end(videoUuid, "failed", async () => []),
  };

  async function end(
    videoUuid: string,
    state: "done" | "failed",
    work: (tx: Tx, video: VideoRow) => Promise<UnconvertibleSubtitle[]>,
  ): Promise<void> {
    const video = await db.transaction().execute(async (tx) => {
      const videos = createVideosRepository(tx);
      const extractions = createExtractionsRepository(tx);
      const row = await videos.lockForWork(videoUuid);
      const isAwaited = row && (await extractions.findExtraction(videoUuid))?.state === "waiting";
      if (!isAwaited || row.is_deleted) return undefined;
      await extractions.endExtraction(videoUuid, state, await work(tx, row));
      await videos.recordChange(row.client_uuid, videoUuid);
      return row;
    });
    if (video) realtime.emit(video.client_uuid, "video.changed", { uuid: videoUuid, isNew: false });
  }

  /** @returns the subtitles that contain no text, or more than a track can have. */
  async function addTracks(
    tx: Tx,
    video: VideoRow,
    subtitles: readonly ExtractedSubtitle[],
  ): Promise<UnconvertibleSubtitle[]> {
    const captions = createCaptionsRepository(tx);
    const known = await captions.listForWork(video.uuid);
    const names: TrackNames[] = [...known];
    let hasDefault = known.some(({ is_default }) => is_default);
    const bare: UnconvertibleSubtitle[] = [];
    for (const { streamIndex, language: tag, title, kind, isDefault, object } of subtitles) {
      const { cues, faults } = readCaptionsFile(Buffer.from(await store.read(object)).toString());
      if (cues.length === 0) {
        const reason = faults.some(({ reason }) => reason.includes("more than")) ? "too_large" : "empty";
        bare.push({ streamIndex, codec: "webvtt", language: tag, title, reason });
        continue;
      }
      const name = nameTrack(tag, title, names);
      names.push(name);
      const uuid = randomUUID();
      await captions.addCaptions({
        uuid,
        video_uuid: video.uuid,
        client_uuid: video.client_uuid,
        origin: "extracted",

        ...name,
        kind,
        is_default: isDefault && !hasDefault,
        stream_index: streamIndex,
        cues: JSON.stringify(cues),
        object: await putCues(store, { videoUuid: video.uuid, uuid, version: 1 }, cues),
      });
      hasDefault ||= isDefault;
    }
    return bare;
  }
}
export type ExtractionService = ReturnType<typeof createExtractionService>;

/** Adds the source's chapters, unless a user added some in the meantime, and drops chapters beyond the end. */
async function addChapters(tx: Tx, video: VideoRow, chapters: readonly Chapter[]): Promise<void> {
  const within = chapters.filter(({ start }) => video.duration_sec === null || start < video.duration_sec);
  if (within.length === 0 || video.chapters.length > 0) return;
  await createVideosRepository(tx).updateVideo(video.client_uuid, video.uuid, {
    chapters: JSON.stringify(within),
  });
}

/** Names a track after its stream or its language, with a number if another track has the same name. */
function nameTrack(tag: string, title: string, taken: readonly TrackNames[]): TrackNames {
  const language = LanguageTag.safeParse(tag).data ?? "und";
  const base = title.trim().slice(0, 90) || (language === "und" ? "Subtitles" : ownNameOf(language));
  const isTaken = (label: string) =>
    taken.some((other) => other.language === language && other.label === label);
  let label = base;
  for (let number = 2; isTaken(label); number += 1) label = `${base} (${number})`;
  return { language, label };
}

import {
  type EncodePlan,
  type PlaybackTrack,
  type SegmentIndex,
  SegmentIndex as SegmentIndexSchema,
} from "@shoal/contract";
import { contiguousSegments, measureBandwidth, mergeOutputs } from "@shoal/media";
import type { MediaStore } from "@shoal/store";
import type { Database, Tx } from "../../platform/database.ts";
import { takeTurns } from "../../platform/publications.ts";
import type { JobQueue } from "../../platform/queue/job-queue.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import { createVideosRepository, isWholeThere, mediaUuidOf, type VideoRow } from "../videos/index.ts";
import { createEncodingsRepository, type EncodingRow, type OutputRow } from "./encodings.repository.ts";
import { sendStoryboard, sendWaveform } from "./jobs-to-send.ts";
import { isPlanDone } from "./progress.ts";
import { takeOverMedia } from "./replacement-media.ts";

/** A playlist that grows is read every few seconds: publishing oftener would only write. */
const MIN_INTERVAL_MS = 1_000;

export interface Publisher {
  /** Publishes what is there: at once the first time, then at most once a second a video. */
  publishSoon(uuid: string): void;
  /** Resolves when nothing is left to publish. */
  settle(): Promise<void>;
}

export interface PublisherDeps {
  db: Database;
  store: Pick<MediaStore, "put" | "remove">;
  queue: Pick<JobQueue, "send" | "sendPurge" | "dropGenerations">;
  realtime: Pick<Realtime, "emit">;
  /** The media of a scene are others now, or are in error. */
  onScene: (uuid: string) => void;
  onError: (error: unknown) => void;
}

/** Turns outputs of jobs into segment indexes and the tracks that the playback descriptor names. */
export function createPublisher(deps: PublisherDeps): Publisher {
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const inTurn = takeTurns();

  async function run(uuid: string): Promise<void> {
    do {
      again.delete(uuid);
      await inTurn(() => publish(deps, uuid)).catch(deps.onError);
      if (again.has(uuid)) await new Promise((next) => setTimeout(next, MIN_INTERVAL_MS));
    } while (again.has(uuid));
    running.delete(uuid);
  }

  return {
    publishSoon(uuid) {
      if (running.has(uuid)) again.add(uuid);
      else running.set(uuid, run(uuid));
    },
    settle: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

async function publish(deps: PublisherDeps, uuid: string): Promise<void> {
  const videos = createVideosRepository(deps.db);
  const video = await videos.findForWork(uuid);
  if (!video) return;
  const mediaUuid = mediaUuidOf(video);
  const encoding = await createEncodingsRepository(deps.db).findEncoding(mediaUuid, video.generation);
  if (!encoding) return;
  const rows = await createEncodingsRepository(deps.db).listOutputs(mediaUuid, video.generation);
  const isDone = encoding.is_queued && isPlanDone(encoding.plan, rows);
  const isEnded = isDone || encoding.is_ended;
  const version = encoding.index_version + 1;
  const indexes = indexesOf(rows, version, isEnded);
  const tracks: PlaybackTrack[] = [];
  for (const index of indexes.values()) {
    const indexObject = `videos/${mediaUuid}/${video.generation}/index/${index.trackId}.${version}.json`;
    await deps.store.put(indexObject, Buffer.from(JSON.stringify(SegmentIndexSchema.parse(index))));
    tracks.push(trackOf(encoding.plan, index, indexObject));
  }
  const outcome = { tracks: tracks.toSorted(byId), version, isDone, isEnded };
  const saved = await deps.db.transaction().execute((tx) => save(deps, tx, video, outcome, indexes));
  if (saved && video.kind === "scene") deps.onScene(uuid);
  else if (saved) deps.realtime.emit(video.client_uuid, "video.changed", { uuid: mediaUuid, isNew: false });
  await removeOldIndexes(deps, encoding, version);
}

function indexesOf(rows: OutputRow[], version: number, isEnded: boolean): Map<string, SegmentIndex> {
  const indexes = mergeOutputs(rows.flatMap((row) => row.outputs));
  for (const [id, index] of indexes) indexes.set(id, { ...index, version, isEnded });
  return indexes;
}

interface Outcome {
  tracks: PlaybackTrack[];
  version: number;
  isDone: boolean;
  isEnded: boolean;
}

async function save(
  deps: PublisherDeps,
  tx: Tx,
  seen: VideoRow,
  { tracks, version, isDone, isEnded }: Outcome,
  indexes: Map<string, SegmentIndex>,
): Promise<boolean> {
  const videos = createVideosRepository(tx);
  const owner = seen.replaces_uuid ? await videos.lockForWork(seen.replaces_uuid) : undefined;
  const video = await videos.lockForWork(seen.uuid);
  if (!video || video.generation !== seen.generation) return false;
  const encodings = createEncodingsRepository(tx);
  const becomesEncoded = isDone && video.status === "segmented";
  await encodings.updateEncoding(mediaUuidOf(video), video.generation, {
    tracks: JSON.stringify(tracks),
    index_version: version,
    // Never back to false: a stop that came since this publication began has ended it.
    ...(isEnded ? { is_ended: true } : {}),
    ...(becomesEncoded ? { ended_at: new Date() } : {}),
  });
  if (becomesEncoded) {
    await videos.updateVideo(video.client_uuid, video.uuid, {
      status: "encoded",
      encoding_percent: 100,
      encoding_eta_sec: null,
    });
    await sendWholeStoryboard(deps, tx, video, indexes);
    // Nobody cuts what a scene list is made of.
    if (video.kind === "video") await sendWaveform(tx, deps.queue, video, tracks);
  } else await videos.touchPlayback(video.uuid);
  const isPlayable = tracks.length > 0 && isWholeThere(video);
  // Nothing that plays is given up for what is not whole yet; where nothing plays, the beginning is better.
  if (owner && (becomesEncoded || (owner.status === "error" && isPlayable)))
    await takeOverMedia(tx, deps.queue, owner, video.uuid);
  return true;
}

async function sendWholeStoryboard(
  deps: PublisherDeps,
  tx: Tx,
  video: VideoRow,
  indexes: Map<string, SegmentIndex>,
) {
  const encoding = await createEncodingsRepository(tx).findEncoding(mediaUuidOf(video), video.generation);
  const lowest = encoding && indexes.get(encoding.plan.rungs[0]?.id ?? "");
  if (!encoding || !lowest) return;
  const { trackId, codecs, init, segments } = lowest;
  const lowestRung = { trackId, codecs, init, segments };
  await sendStoryboard(tx, deps.queue, video, { plan: encoding.plan, lowestRung, which: "whole" });
}

function trackOf(plan: EncodePlan, index: SegmentIndex, indexObject: string): PlaybackTrack {
  const rung = plan.rungs.find(({ id }) => id === index.trackId);
  const audio = plan.audio.find(({ id }) => id === index.trackId);
  return {
    id: index.trackId,
    kind: rung ? "video" : "audio",
    codecs: index.codecs,
    width: rung?.width ?? null,
    height: rung?.height ?? null,
    fps: rung ? rung.fps.num / rung.fps.den : null,
    language: audio?.language || null,
    name: audio?.title || null,
    ...measureBandwidth(contiguousSegments(index)),
    indexObject,
    indexVersion: index.version,
  };
}

const byId = (a: PlaybackTrack, b: PlaybackTrack) => a.id.localeCompare(b.id, "en", { numeric: true });

/** Edges that are a step behind still read the versions before. */
async function removeOldIndexes(deps: PublisherDeps, encoding: EncodingRow, version: number): Promise<void> {
  const old = version - 5;
  if (old < 1) return;
  for (const { id } of encoding.tracks)
    await deps.store.remove(`videos/${encoding.video_uuid}/${encoding.generation}/index/${id}.${old}.json`);
}

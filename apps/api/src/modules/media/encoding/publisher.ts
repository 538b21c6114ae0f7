import { createHash } from "node:crypto";
import type { PlaybackTrack } from "@shoal/contract/edge";
import {
  type EncodePlan,
  type SegmentIndex,
  SegmentIndex as SegmentIndexSchema,
} from "@shoal/contract/stored-data";
import { contiguousSegments, measureBandwidth, mergeOutputs } from "@shoal/media";
import type { MediaStore } from "@shoal/store";
import { need } from "../../../platform/composition/need.ts";
import type { Database, Tx } from "../../../platform/database.ts";
import { createPublicationLimit } from "../../../platform/publications.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { createVideosRepository, isUploadComplete, mediaUuidOf, type VideoRow } from "../videos/index.ts";
import { createEncodingsRepository, type EncodingRow, type OutputRow } from "./encodings.repository.ts";
import { sendStoryboard, sendWaveform } from "./jobs-to-send.ts";
import { isPlanDone } from "./progress.ts";
import { takeOverMedia } from "./replacement-media.ts";

/** The number of earlier index versions kept for edges that do not have the latest version yet. */
const RETAINED_VERSIONS = 5;
/** The number of hexadecimal digits of a digest in a name: 64 bits. */
const DIGEST_CHARS = 16;
/** A publication overdue for this long was missed by the replica that received the result: it failed or was killed. */
const OVERDUE_AFTER_MS = 5_000;
/** The number of overdue publications per run; the next run continues with the others. */
const OVERDUE_BATCH_SIZE = 500;
/** The minimum interval of a video's publications. Growing playlists are read only every few seconds. */
const MIN_INTERVAL_MS = 1_000;

export interface Publisher {
  /** Publishes a video, at most once per second. */
  publishSoon(uuid: string): void;
  /** Publishes what replicas missed, after a failure or a crash. */
  publishOwed(): Promise<void>;
  /** Resolves when nothing is left to publish. */
  settle(): Promise<void>;
}

/** Called when the media of a scene have changed or failed. */
type OnScene = (uuid: string) => void;
export const ON_SCENE = need<OnScene>("changes of scenes");

export interface PublisherDeps {
  db: Database;
  store: Pick<MediaStore, "put" | "remove">;
  queue: Pick<JobQueue, "send" | "sendPurge" | "dropGenerations">;
  realtime: Pick<Realtime, "emit">;
  onScene: OnScene;
  onError: (error: unknown) => void;
}

/** Turns outputs of jobs into segment indexes and the tracks that the playback descriptor names. */
export function createPublisher(deps: PublisherDeps): Publisher {
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const inTurn = createPublicationLimit();

  async function run(uuid: string): Promise<void> {
    do {
      again.delete(uuid);
      await inTurn(() => publishVideo(deps, uuid)).catch(deps.onError);
      if (again.has(uuid)) await new Promise((next) => setTimeout(next, MIN_INTERVAL_MS));
    } while (again.has(uuid));
    running.delete(uuid);
  }

  function publishSoon(uuid: string): void {
    if (running.has(uuid)) again.add(uuid);
    else running.set(uuid, run(uuid));
  }

  return {
    publishSoon,
    async publishOwed() {
      const owed = await createEncodingsRepository(deps.db).listOwed(OVERDUE_AFTER_MS, OVERDUE_BATCH_SIZE);
      for (const uuid of owed) if (!running.has(uuid)) publishSoon(uuid);
    },
    settle: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

async function publishVideo(deps: PublisherDeps, uuid: string): Promise<void> {
  const seen = await deps.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((tx) => readState(tx, uuid));
  if (!seen) {
    // A scene's frames arrive after its media. They do not change the scene's indexes, but the scene list takes its thumbnail from
    // them.
    const scene = await createVideosRepository(deps.db).findForWork(uuid);
    if (scene?.kind === "scene") deps.onScene(uuid);
    return;
  }
  const { video, encoding } = seen;
  const written = await writeIndexes(deps.store, seen);
  const saved = await deps.db
    .transaction()
    .execute((tx) => savePublication(deps, tx, { ...seen, ...written }));
  await Promise.all(saved.unused.map((name) => deps.store.remove(name)));
  if (!saved.isSaved) return;
  if (video.kind === "scene") deps.onScene(uuid);
  else deps.realtime.emit(video.client_uuid, "video.changed", { uuid: encoding.video_uuid, isNew: false });
}

interface EncodingState {
  video: VideoRow;
  encoding: EncodingRow;
  rows: OutputRow[];
  isDone: boolean;
  isEnded: boolean;
}

/** Reads what to publish with the revision of its outputs; undefined if there is nothing new. */
async function readState(tx: Tx, uuid: string): Promise<EncodingState | undefined> {
  const video = await createVideosRepository(tx).findForWork(uuid);
  const encodings = createEncodingsRepository(tx);
  const encoding = video && (await encodings.findEncoding(mediaUuidOf(video), video.generation));
  if (!encoding || encoding.index_version >= encoding.outputs_revision) return undefined;
  const rows = await encodings.listOutputs(encoding.video_uuid, encoding.generation);
  const isDone = encoding.is_queued && isPlanDone(encoding.plan, rows);
  return { video, encoding, rows, isDone, isEnded: isDone || encoding.is_ended };
}

interface WrittenIndexes {
  tracks: PlaybackTrack[];
  indexes: Map<string, SegmentIndex>;
}

/** Writes indexes under names made from their content, so that two replicas never write different bytes under one name. */
async function writeIndexes(store: PublisherDeps["store"], seen: EncodingState): Promise<WrittenIndexes> {
  const { video_uuid: uuid, generation, plan, outputs_revision: version } = seen.encoding;
  const indexes = mergeOutputs(seen.rows.flatMap((row) => row.outputs));
  const tracks: PlaybackTrack[] = [];
  for (const [id, merged] of indexes) {
    const index = { ...merged, version, isEnded: seen.isEnded };
    indexes.set(id, index);
    const bytes = Buffer.from(JSON.stringify(SegmentIndexSchema.parse(index)));
    const digest = createHash("sha256").update(bytes).digest("hex").slice(0, DIGEST_CHARS);
    const indexObject = `videos/${uuid}/${generation}/index/${id}.${version}.${digest}.json`;
    await store.put(indexObject, bytes);
    tracks.push(buildTrack(plan, index, indexObject));
  }
  return { indexes, tracks: tracks.toSorted(compareTrackIds) };
}

/** @returns the names of objects that are unused once the transaction is committed. */
async function savePublication(
  deps: PublisherDeps,
  tx: Tx,
  publication: EncodingState & WrittenIndexes,
): Promise<{ isSaved: boolean; unused: string[] }> {
  const { video: seen, tracks, isDone, isEnded } = publication;
  const { video_uuid: uuid, generation, outputs_revision: version } = publication.encoding;
  const videos = createVideosRepository(tx);
  const owner = seen.replaces_uuid ? await videos.lockForWork(seen.replaces_uuid) : undefined;
  const video = await videos.lockForWork(seen.uuid);
  const encodings = createEncodingsRepository(tx);
  const encoding = video?.generation === generation && (await encodings.findEncoding(uuid, generation));
  const names = tracks.map(({ indexObject }) => indexObject);
  if (!video || !encoding) return { isSaved: false, unused: names };
  const present = [...encoding.old_indexes, ...encoding.tracks.map(({ indexObject }) => indexObject)];
  // Another replica has already published this version or a later one.
  if (encoding.index_version >= version)
    return { isSaved: false, unused: names.filter((name) => !present.includes(name)) };
  const becomesEncoded = isDone && video.status === "segmented";
  const kept = Math.max(0, present.length - RETAINED_VERSIONS * Math.max(1, tracks.length));
  await encodings.updateEncoding(uuid, generation, {
    tracks: JSON.stringify(tracks),
    index_version: version,
    old_indexes: JSON.stringify(present.slice(kept)),
    // An ended encoding stays ended: it may have been stopped during this publication.
    ...(isEnded ? { is_ended: true } : {}),
    ...(becomesEncoded ? { ended_at: new Date() } : {}),
  });
  if (becomesEncoded) await finishEncoding(deps, tx, video, publication);
  else await videos.touchPlayback(video.uuid);
  const isPlayable = tracks.length > 0 && isUploadComplete(video);
  // Incomplete media do not replace playable media. If there are no playable media, an incomplete start is better than nothing.
  if (owner && (becomesEncoded || (owner.status === "error" && isPlayable)))
    await takeOverMedia(tx, deps.queue, owner, video.uuid);
  return { isSaved: true, unused: present.slice(0, kept) };
}

/** Marks a video as encoded and starts the work that needs all of it. */
async function finishEncoding(
  { queue }: PublisherDeps,
  tx: Tx,
  video: VideoRow,
  { encoding, indexes, tracks }: EncodingState & WrittenIndexes,
): Promise<void> {
  await createVideosRepository(tx).moveVideo(video, ["encoded"], {
    encoding_percent: 100,
    encoding_eta_sec: null,
  });
  const lowest = indexes.get(encoding.plan.rungs[0]?.id ?? "");
  if (lowest) {
    const { trackId, codecs, init, segments } = lowest;
    const lowestRung = { trackId, codecs, init, segments };
    await sendStoryboard(tx, queue, video, { encoding, lowestRung, which: "whole" });
  }
  // The media of scene lists are not cut.
  if (video.kind === "video") await sendWaveform(tx, queue, video, tracks);
}

function buildTrack(plan: EncodePlan, index: SegmentIndex, indexObject: string): PlaybackTrack {
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

const compareTrackIds = (a: PlaybackTrack, b: PlaybackTrack) =>
  a.id.localeCompare(b.id, "en", { numeric: true });

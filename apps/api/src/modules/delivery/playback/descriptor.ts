import type { PlaybackCaptions, PlaybackDescriptor } from "@shoal/contract/edge";
import type { Tx } from "../../../platform/database.ts";
import { readDescribedChat } from "../../lives/live-chats/index.ts";
import { readDescribedLive } from "../../lives/lives/index.ts";
import { type CaptionsRow, createCaptionsRepository } from "../../media/captions/index.ts";
import { createEncodingsRepository, type EncodingRow } from "../../media/encoding/index.ts";
import { readDescribedOutro } from "../../media/outros/index.ts";
import { describeSimulatedLive } from "../../media/plans/index.ts";
import { createVideosRepository, readPictureLock, type VideoRow } from "../../media/videos/index.ts";
import { readDescribedRules } from "../rules/index.ts";
import { readSceneConditions } from "./scene-conditions.ts";

/** Reads everything that edges need to know about a video; undefined if it does not exist. */
export async function readDescriptor(db: Tx, uuid: string): Promise<PlaybackDescriptor | undefined> {
  const video = await createVideosRepository(db).findForWork(uuid);
  if (!video) return undefined;
  const encoding = await createEncodingsRepository(db).findEncoding(uuid, video.generation);
  const tracks = encoding?.tracks ?? [];
  const captions = await createCaptionsRepository(db).listForWork(uuid);
  return {
    uuid,
    clientId: video.client_uuid,
    generation: video.generation,
    revision: video.revision,
    state: stateOf(video, tracks.length > 0),
    startsAt: video.starts_at?.toISOString() ?? null,
    passwordHash: video.password_hash,
    errorType: video.error_type,
    title: video.title,
    description: video.description,
    createdAt: video.created_at.toISOString(),
    durationSec: video.duration_sec,
    isEnded: encoding?.is_ended ?? false,
    tracks,
    thumbnailObject: video.custom_thumbnail ?? encoding?.thumbnail_object ?? null,
    ...(video.custom_thumbnail !== null && video.is_thumbnail_sent ? { hasSentThumbnail: true } : {}),
    pictureLock: await readPictureLock(db, uuid),
    download: video.download,
    storyboard: storyboardOf(encoding?.storyboard),
    ...(await readDescribedRules(db, video.client_uuid, uuid)),
    player: { autoplay: video.autoplay, introModal: video.intro_modal },
    chapters: chaptersOf(video),
    // Captions tracks without cues are left out. A cut can have such a track.
    captions: captions.filter(({ cue_count }) => cue_count > 0).map(captionsOf),
    outro: await readDescribedOutro(db, video.client_uuid, video.outro_uuid),
    ...(isDeleted(video) ? {} : await readDescribedChat(db, video)),
    ...(isDeleted(video) ? {} : describeSimulatedLive(video)),
    ...(video.type === "live" && !isDeleted(video) ? await readDescribedLive(db, video) : {}),
    ...(video.kind === "scene_list" ? await describeSceneList(db, video, tracks.length > 0) : {}),
  };
}

/** Describes a scene list, which has the access conditions of all videos that it shows parts of. */
async function describeSceneList(
  db: Tx,
  list: VideoRow,
  hasTracks: boolean,
): Promise<Partial<PlaybackDescriptor>> {
  const { isClosed, ...conditions } = await readSceneConditions(db, list);
  return { ...conditions, state: isClosed ? "deleted" : stateOf(list, hasTracks) };
}

/** Describes the chapters of a video. Chapters of a live apply to its recordings, whose timeline they use. */
const chaptersOf = ({ type, chapters }: VideoRow): PlaybackDescriptor["chapters"] =>
  type === "live" ? [] : chapters.map(({ start, title }) => ({ startSec: start, title }));

const storyboardOf = (kept: EncodingRow["storyboard"] | undefined): PlaybackDescriptor["storyboard"] =>
  kept ? { vttObject: kept.vttObject, sprites: kept.sprites } : null;

const captionsOf = (row: CaptionsRow): PlaybackCaptions => ({
  id: row.uuid,
  version: row.version,
  language: row.language,
  label: row.label,
  kind: row.kind,
  isDefault: row.is_default,
  object: row.object,
});

const isDeleted = (video: VideoRow): boolean => video.is_deleted || video.trashed_at !== null;

function stateOf(video: VideoRow, hasTracks: boolean): PlaybackDescriptor["state"] {
  if (isDeleted(video)) return "deleted";
  if (video.status === "error") return "error";
  return hasTracks ? "playable" : "waiting";
}

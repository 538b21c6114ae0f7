import { DEFAULT_P2P_RULES, type PlaybackDescriptor } from "@shoal/contract";
import type { Tx } from "../../platform/database.ts";
import { createEncodingsRepository } from "../encoding/index.ts";
import { createVideosRepository, type VideoRow } from "../videos/index.ts";

/** All that the edge needs of a video; undefined when there is none. */
export async function readDescriptor(db: Tx, uuid: string): Promise<PlaybackDescriptor | undefined> {
  const video = await createVideosRepository(db).findForWork(uuid);
  if (!video) return undefined;
  const encoding = await createEncodingsRepository(db).findEncoding(uuid, video.generation);
  const tracks = encoding?.tracks ?? [];
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
    thumbnailObject: encoding?.thumbnail_object ?? null,
    storyboard: encoding?.storyboard ?? null,
    p2p: DEFAULT_P2P_RULES,
    player: { autoplay: video.autoplay, introModal: video.intro_modal },
    chapters: video.chapters.map(({ start, title }) => ({ startSec: start, title })),
    captions: [],
  };
}

function stateOf(video: VideoRow, hasTracks: boolean): PlaybackDescriptor["state"] {
  if (video.is_deleted || video.trashed_at) return "deleted";
  if (video.status === "error") return "error";
  return hasTracks ? "playable" : "waiting";
}

import { AppError } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import { createVideosRepository, videoNotFound } from "../../media/videos/index.ts";

/** The properties of a video that a version stores. */
export interface PublishedVideo {
  video_uuid: string;
  video_title: string;
  source_object: string | null;
}

/**
 * Finds a video of the client that is to be published as a version.
 * @param field the request field that names the video.
 * @throws AppError "video_not_found", also for a video in the trash, or "bad_request" for a live.
 */
export async function getPublishedVideo(
  tx: Tx,
  clientUuid: string,
  uuid: string,
  field: string,
): Promise<PublishedVideo> {
  const video = await createVideosRepository(tx).lockVideo(clientUuid, uuid);
  if (!video || video.is_deleted) throw videoNotFound();
  if (video.type === "live")
    throw new AppError("bad_request", "A version must be a video", [
      { path: field, reason: "is a live: choose a video" },
    ]);
  return { video_uuid: video.uuid, video_title: video.title, source_object: video.source_object };
}

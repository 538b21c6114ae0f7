import type { SceneListState, SceneListSummary, SceneListView, SceneView } from "@shoal/contract";
import { presentThumbnail, type ServingEdge } from "../videos/index.ts";
import type { SceneListRow, SceneRow } from "./scene-lists.repository.ts";

/** Returns a list with the field names of the API, without its scenes. */
export function presentSummary(row: SceneListRow, edge: ServingEdge): SceneListSummary {
  const isPlayable = (row.tracks ?? []).length > 0;
  return {
    uuid: row.uuid,
    title: row.title,
    description: row.description,
    user: row.username,
    state: stateOf(row, isPlayable),
    playable: isPlayable,
    sceneCount: row.scene_count,
    readyCount: row.ready_count,
    duration: row.total_sec,
    autoplay: row.autoplay,
    isPassword: row.password_hash !== null,
    nbView: row.nb_view ?? 0,
    thumbnail: presentThumbnail(row, edge) ?? presentFirstPicture(row, edge),
    embedUrl: `${edge.url}/embed/${row.uuid}`,
    manifest: {
      hls: isPlayable ? `${edge.url}/hls/${row.uuid}.m3u8` : null,
      dash: isPlayable ? `${edge.url}/dash/${row.uuid}.mpd` : null,
    },
    createdAt: row.created_at.toISOString(),
    lastModifyAt: row.modified_at.toISOString(),
  };
}

export const presentSceneList = (
  row: SceneListRow,
  scenes: SceneRow[],
  edge: ServingEdge,
): SceneListView => ({
  ...presentSummary(row, edge),
  revision: row.list_revision,
  scenes: scenes.map((scene) => presentScene(scene, edge)),
});

function stateOf({ published, wanted, has_error }: SceneListRow, isPlayable: boolean): SceneListState {
  if (isPlayable && isSameOrder(published, wanted)) return "ready";
  if (has_error) return "error";
  return isPlayable ? "updating" : "preparing";
}

/** Whether two lists contain the same media in the same order. */
export const isSameOrder = (published: readonly string[], wanted: readonly string[]): boolean =>
  published.length === wanted.length && published.every((uuid, at) => uuid === wanted[at]);

function presentFirstPicture(row: SceneListRow, edge: ServingEdge): string | null {
  const { first_uuid: uuid, first_lock: lock } = row;
  if (uuid === null || lock === null) return null;
  return presentThumbnail(
    {
      uuid,
      custom_thumbnail: row.first_picture,
      thumbnail_object: row.first_frame,
      picture_lock: lock,
    },
    edge,
  );
}

/** Returns the thumbnail of the video that a scene is cut from, for a scene without its own thumbnail. */
function presentVideoPicture(row: SceneRow, edge: ServingEdge): string | null {
  if (row.video_uuid_now === null) return null;
  return presentThumbnail(
    {
      uuid: row.video_uuid_now,
      custom_thumbnail: row.video_picture,
      thumbnail_object: row.video_frame,
      picture_lock: row.video_picture_lock,
    },
    edge,
  );
}

function presentScene(row: SceneRow, edge: ServingEdge): SceneView {
  return {
    video: row.origin_uuid,
    videoTitle: row.video_title ?? row.origin_title,
    isVideoThere: row.video_uuid_now !== null,
    videoDuration: row.video_duration_sec,
    in: row.in_sec,
    out: row.out_sec,
    name: row.name,
    mode: row.mode,
    duration: row.duration_sec ?? 0,
    state: row.status === "encoded" ? "ready" : row.status === "error" ? "error" : "preparing",
    errorType: row.error_type,
    thumbnail: presentThumbnail({ ...row, uuid: row.media_uuid }, edge) ?? presentVideoPicture(row, edge),
  };
}

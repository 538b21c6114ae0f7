import type { Role, VideoView } from "@shoal/contract";
import { ARCHIVE_SOURCE_PATH, InputQualities, UPLOAD_CHUNK_BYTES, VideoForAnalytics } from "@shoal/contract";
import type { ListedTrack } from "@shoal/contract/stored-data";
import { readsAnalyticsOnly } from "@shoal/domain";
import { presentFigures } from "@shoal/domain/figures";
import { metricsKeyOf } from "@shoal/domain/metrics-key";
import { pictureVersion } from "@shoal/domain/picture-version";
import { signPicture } from "@shoal/tokens";
import { figuresOfRow } from "./figure-columns.ts";
import type { FullVideoRow } from "./video-list.repository.ts";
import { textsOf } from "./video-row.ts";

/** The edge that serves viewers. */
export interface ServingEdge {
  url: string;
  /** The installation's secret, with which the edge verifies the api's signatures. */
  secret: string;
}

/** Returns a video with the field names of the API (§3). */
export function presentVideo(row: FullVideoRow, edge: ServingEdge): VideoView {
  const tracks: readonly ListedTrack[] = row.tracks ?? row.live_tracks ?? [];
  const videoTracks = tracks.filter((track) => track.kind === "video");
  const embedUrl = `${edge.url}/embed/${row.uuid}`;
  const date = (value: Date | null) => value?.toISOString() ?? null;
  const stats = presentFigures(figuresOfRow(row.stats));
  return {
    uuid: row.uuid,
    title: row.title,
    ...textsOf(row),
    tags: row.tags,
    user: row.username,
    client: row.client_uuid,
    type: row.type,
    authorizationKey: metricsKeyOf({ uuid: row.uuid, liveType: row.live_type }),
    encoding: row.encoding,
    inputQualities: InputQualities.parse(row.input_qualities),
    currentNumberOfQualities: videoTracks.length,
    firstPass: row.first_pass,
    autoplay: row.autoplay,
    encodingStatus: row.status,
    encodingPercent: row.encoding_percent,
    encodingETA: row.encoding_eta_sec,
    uploadingPercent: row.uploading_percent,
    uploadingETA: row.uploading_eta_sec,
    lastUploadingFeedbackDate: date(row.upload_feedback_at),
    currentChunk: row.contiguous_chunks,
    canResume: row.status === "uploading" || row.status === "upload_failed",
    error: row.error_type !== null,
    errorType: row.error_type,
    sourcePath: row.source_path,
    originalname: row.original_name,
    sourceUrl: row.source_url,
    sizeBytes: row.size_bytes ?? row.contiguous_chunks * UPLOAD_CHUNK_BYTES,
    isSizeKnown: row.size_bytes !== null,
    duration: row.duration_sec,
    createdAt: row.created_at.toISOString(),
    lastModifyAt: row.modified_at.toISOString(),
    revision: row.edit_revision,
    manifest: {
      thumbnail: presentThumbnail(row, edge),
      hls: tracks.length > 0 ? `${edge.url}/hls/${row.uuid}.m3u8` : null,
      dash: tracks.length > 0 ? `${edge.url}/dash/${row.uuid}.mpd` : null,
    },
    customThumbnail: row.custom_thumbnail !== null,
    thumbnailState: thumbnailStateOf(row),
    embedUrl,
    notes: row.notes ?? [],
    representations: videoTracks.map(presentTrack),
    playable: isPlayable(row, tracks.length > 0),
    startDate: date(row.starts_at),
    deleteDate: date(row.delete_at),
    vodToLive: presentSimulatedLive(row),
    isDeleted: row.is_deleted,
    isPassword: row.password_hash !== null,
    introModal: row.intro_modal,
    place: row.place,
    chapters: row.chapters,
    download: row.download,
    categories: row.categories,
    outro: row.outro_uuid,
    isAccelerated: row.is_accelerated,
    ...presentOrigin(row),
    liveType: row.live_type,
    keepLive: row.is_kept ?? false,
    seekLive: row.is_seekable ?? false,
    liveToKeepDuration: row.seek_back_sec,
    targetLatencySec: row.target_latency_sec,
    directStream: row.delay,
    live: presentLive(row),
    liveCamera: row.live_type === "camera",
    startDateLive: date(row.live_started_at),
    downloadLive: row.type === "live" && row.download,
    bunnyPlayable: isPlayable(row, tracks.length > 0),
    ...stats,
    stats,
    figuresAsOf: date(row.figures_as_of),
  };
}

/** Returns the fields of a video that a user can see. Analytics viewers see its figures and its name. */
export const presentVideoTo = (roles: readonly Role[], video: VideoView): VideoView =>
  readsAnalyticsOnly(roles) ? (VideoForAnalytics.parse(video) as VideoView) : video;

/** Returns the parent and the children of a video. Cuts nest under their VOD, and archives under their live. */
function presentOrigin({ type, source_path, origin_uuid, children, child_uuids: childUuids }: FullVideoRow) {
  const archive = source_path === ARCHIVE_SOURCE_PATH;
  const isLive = type === "live";
  return {
    archive,
    archiveLive: archive ? origin_uuid : null,
    inAndOutOrigin: archive ? null : origin_uuid,
    archivesFromLive: isLive ? childUuids : [],
    archivesFromLiveSize: isLive ? children : 0,
    videoInAndOut: isLive ? [] : childUuids,
    videoInAndOutSize: isLive ? 0 : children,
  };
}

function presentLive(row: FullVideoRow): VideoView["live"] {
  if (row.live_state === null) return null;
  return {
    state: row.live_state,
    isOpen: row.is_open ?? false,
    fault: row.live_fault,
    isSignedOff: row.is_signed_off ?? false,
    startedAt: row.live_started_at?.toISOString() ?? null,
    endedAt: row.live_ended_at?.toISOString() ?? null,
  };
}

function presentSimulatedLive({
  simulated_live_at: startedAt,
  duration_sec: durationSec,
}: FullVideoRow): VideoView["vodToLive"] {
  if (startedAt === null) return null;
  const endMs = startedAt.getTime() + Math.ceil((durationSec ?? 0) * 1000);
  return { startDate: startedAt.toISOString(), endDate: new Date(endMs).toISOString() };
}

function isPlayable({ type, live_state: state, status }: FullVideoRow, hasTracks: boolean): boolean {
  if (type === "live") return state === "live" || state === "lost";
  return hasTracks && status !== "error";
}

function thumbnailStateOf(row: FullVideoRow): VideoView["thumbnailState"] {
  if (row.thumbnail_work !== null) return "working";
  return row.is_thumbnail_failed ? "failed" : "ready";
}

/**
 * Returns the signed address of the thumbnail for users of the client, since not all viewers may see it. It changes with the
 * picture, so that browsers can cache it, and with the access conditions of the video. Null if there is no thumbnail.
 */
export function presentThumbnail(
  row: {
    uuid: string;
    thumbnail_object: string | null;
    custom_thumbnail?: string | null;
    picture_lock: string;
  },
  edge: ServingEdge,
): string | null {
  const object = row.custom_thumbnail ?? row.thumbnail_object;
  if (!object) return null;
  const signature = signPicture({ uuid: row.uuid, lock: row.picture_lock }, edge.secret, Date.now());
  return `${edge.url}/thumbnails/${row.uuid}?v=${pictureVersion(object)}&s=${signature}`;
}

function presentTrack(track: ListedTrack): VideoView["representations"][number] {
  return {
    id: track.id,
    width: track.width ?? 0,
    height: track.height ?? 0,
    fps: track.fps ?? 0,
    bitrate: Math.round(track.averageBandwidthBps / 1000),
    codecs: track.codecs,
  };
}

import { createHash } from "node:crypto";
import type { PlaybackTrack, VideoView } from "@shoal/contract";
import { InputQualities, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { NO_FIGURES, presentFigures, type VideoFigures } from "@shoal/domain/figures";
import type { FullVideoRow } from "./video-list.repository.ts";

/** A row under the names of the wire (§3). */
export function presentVideo(row: FullVideoRow, edgeUrl: string): VideoView {
  const tracks = row.tracks ?? [];
  const videoTracks = tracks.filter((track) => track.kind === "video");
  const embedUrl = `${edgeUrl}/embed/${row.uuid}`;
  const thumbnail =
    row.thumbnail_object && `${edgeUrl}/thumbnails/${row.uuid}?v=${pictureVersion(row.thumbnail_object)}`;
  const date = (value: Date | null) => value?.toISOString() ?? null;
  return {
    uuid: row.uuid,
    title: row.title,
    description: row.description,
    tags: row.tags,
    user: row.username,
    client: row.client_uuid,
    type: row.type,
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
    sizeBytes: row.size_bytes ?? row.contiguous_chunks * UPLOAD_CHUNK_BYTES,
    duration: row.duration_sec,
    createdAt: row.created_at.toISOString(),
    lastModifyAt: row.modified_at.toISOString(),
    manifest: {
      thumbnail,
      hls: tracks.length > 0 ? `${edgeUrl}/hls/${row.uuid}.m3u8` : null,
      dash: tracks.length > 0 ? `${edgeUrl}/dash/${row.uuid}.mpd` : null,
    },
    embedUrl,
    representations: videoTracks.map(presentTrack),
    playable: tracks.length > 0 && row.status !== "error",
    startDate: date(row.starts_at),
    deleteDate: date(row.delete_at),
    isDeleted: row.is_deleted,
    isPassword: row.password_hash !== null,
    introModal: row.intro_modal,
    chapters: row.chapters,
    download: row.download,
    categories: row.categories,
    isAccelerated: row.is_accelerated,
    inAndOutOrigin: row.origin_uuid,
    videoInAndOutSize: row.children,
    stats: presentFigures(figuresOfRow(row.stats)),
  };
}

/** Names the picture itself, so that browsers keep it and still see the next one: the first is made of one segment. */
function pictureVersion(object: string): string {
  return createHash("sha256").update(object).digest("hex").slice(0, 12);
}

function presentTrack(track: PlaybackTrack): VideoView["representations"][number] {
  return {
    id: track.id,
    width: track.width ?? 0,
    height: track.height ?? 0,
    fps: track.fps ?? 0,
    bitrate: Math.round(track.averageBandwidthBps / 1000),
    codecs: track.codecs,
  };
}

function figuresOfRow(stats: FullVideoRow["stats"]): VideoFigures {
  if (!stats) return NO_FIGURES;
  return {
    nbView: stats.nb_view,
    hourview: stats.hourview,
    concurrentUsers: stats.concurrent_users,
    meanTimeSec: stats.mean_time_sec,
    bestQualityPercent: stats.best_quality_percent,
    bitrateKbps: stats.bitrate_kbps,
    rebuffSecPerHour: stats.rebuff,
    offloadPercent: stats.offload,
    dataDeliveredMb: stats.data_delivered_mb,
    peerMb: stats.peer_mb,
    startupMs: stats.startup_ms,
    energySavedWh: stats.energy_saved_wh,
    energySpentWh: stats.energy_spent_wh,
    co2Grams: stats.co2_g,
    waterLitres: stats.water_l,
  };
}

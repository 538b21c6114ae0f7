import type {
  Chapter,
  EncodingStatus,
  IntroModal,
  Place,
  VideoErrorType,
  VideoNote,
  VideoText,
  WaveformFacts,
} from "@shoal/contract";
import type { PlaybackTrack } from "@shoal/contract/edge";
import type { JobPayload } from "@shoal/contract/jobs";
import type { EncodePlan, TrackOutput } from "@shoal/contract/stored-data";
import type { ColumnType, Generated } from "kysely";
import type { Bigint, DefaultJson, Json, OptionalTimestamp, Timestamp } from "./columns.ts";

/** The texts of a video, each empty if it was not set. */
type VideoTextColumns = Record<VideoText, Generated<string>>;

export interface Video extends VideoTextColumns {
  uuid: Generated<string>;
  /**
   * A `scene_list` plays like a video; a `scene` holds media of a scene list. Libraries, counts and changes only include rows of
   * kind `video`.
   */
  kind: Generated<"video" | "scene_list" | "scene">;
  client_uuid: string;
  user_uuid: string | null;
  title: string;
  tags: Generated<string[]>;
  type: Generated<"live" | "vod">;
  status: EncodingStatus;
  /** The number of changes by users. */
  edit_revision: Generated<number>;
  /** Increases with each new encoding of the video. */
  generation: Generated<number>;
  encoding: Generated<"encoding" | "passthrough">;
  input_qualities: Json<unknown>;
  first_pass: Generated<boolean>;
  autoplay: Generated<boolean>;
  error_type: ColumnType<VideoErrorType | null, VideoErrorType | null | undefined, VideoErrorType | null>;
  source_path: ColumnType<string | null, string | null | undefined, string | null>;
  original_name: ColumnType<string | null, string | null | undefined, string | null>;
  fingerprint: ColumnType<string | null, string | null | undefined, string | null>;
  /** The URL that its file is fetched from, without credentials and query. */
  source_url: ColumnType<string | null, string | null | undefined, string | null>;
  /** The source URL, encrypted for this video with the installation's secret. */
  sealed_source_url: ColumnType<string | null, string | null | undefined, string | null>;
  size_bytes: ColumnType<number | null, number | null | undefined, number | null>;
  chunk_count: ColumnType<number | null, number | null | undefined, number | null>;
  /** The number of chunks stored from the first one on without a gap. */
  contiguous_chunks: Generated<number>;
  duration_sec: ColumnType<number | null, number | null | undefined, number | null>;
  encoding_percent: Generated<number>;
  encoding_eta_sec: ColumnType<number | null, number | null | undefined, number | null>;
  uploading_percent: Generated<number>;
  uploading_eta_sec: ColumnType<number | null, number | null | undefined, number | null>;
  upload_feedback_at: OptionalTimestamp;
  /** The number of arrived bytes from which opening the file is worth an attempt; null if already attempted or not useful. */
  open_at_bytes: ColumnType<number | null, number | null | undefined, number | null>;
  /** When viewers can first watch the video. */
  starts_at: OptionalTimestamp;
  /** When the video starts to play as a live, which it does for as long as it lasts; null if it does not. */
  simulated_live_at: OptionalTimestamp;
  /** The generation under which edges cache the simulated live's segments. */
  simulated_live_generation: ColumnType<number | null, number | null | undefined, number | null>;
  /** When the video's scheduled deletion takes or took place. */
  delete_at: OptionalTimestamp;
  /** Whether the video was deleted on schedule: its media are gone, but it stays listed. */
  is_deleted: Generated<boolean>;
  /** When the video was moved to the trash, which excludes it from lists. */
  trashed_at: OptionalTimestamp;
  /** Hash of the viewers' password, `scrypt$N$r$p$salt$key`. */
  password_hash: ColumnType<string | null, string | null | undefined, string | null>;
  intro_modal: ColumnType<IntroModal | null, string | null | undefined, string | null>;
  /** The location of the video's camera. */
  place: ColumnType<Place | null, string | null | undefined, string | null>;
  chapters: ColumnType<Chapter[], string | undefined, string>;
  download: Generated<boolean>;
  /** The outro shown at the end of the video. */
  outro_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  is_accelerated: Generated<boolean>;
  /** The video that this one was cut from. */
  origin_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  /** The thumbnail that the video's owner chose. */
  custom_thumbnail: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether the thumbnail is an uploaded picture instead of a frame. */
  is_thumbnail_sent: Generated<boolean>;
  /** The id of the thumbnail that is being made. */
  thumbnail_work: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether the last requested thumbnail failed. */
  is_thumbnail_failed: Generated<boolean>;
  /** The location of the video's source, if it is not the usual location. */
  source_object: ColumnType<string | null, string | null | undefined, string | null>;
  /** The highest generation that was ever started. */
  last_generation: Generated<number>;
  /** The video whose media this file will replace: such a row is not listed. */
  replaces_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  /** Increases with every change that affects players. */
  revision: Bigint;
  created_at: Timestamp;
  modified_at: Timestamp;
}

export interface CategoryRow {
  uuid: Generated<string>;
  client_uuid: string;
  name: string;
}

export interface UploadChunk {
  video_uuid: string;
  number: number;
  size_bytes: number;
  sha256: Buffer;
}

/** Bytes that are being written; the row is removed once they are stored. */
export interface ChunkClaim {
  video_uuid: string;
  number: number;
  sha256: Buffer;
  claimed_at: Generated<Date>;
}

export interface Encoding {
  video_uuid: string;
  generation: number;
  plan: Json<EncodePlan>;
  /** The plan's location in the media store, read by jobs. */
  plan_object: ColumnType<string | null, string | null | undefined, string | null>;
  tracks: Json<PlaybackTrack[]>;
  /** Increases with every change that viewers should see. */
  outputs_revision: Generated<number>;
  outputs_at: OptionalTimestamp;
  /** The revision that viewers currently see. */
  index_version: Generated<number>;
  /** Names of recently replaced segment indexes, by age. */
  old_indexes: ColumnType<string[], string | undefined, string>;
  notes: DefaultJson<VideoNote[]>;
  thumbnail_object: ColumnType<string | null, string | null | undefined, string | null>;
  storyboard: ColumnType<
    /** The storyboard; `isWhole` is false while it covers only the start. */
    { vttObject: string; sprites: string[]; isWhole?: boolean } | null,
    string | null | undefined,
    string | null
  >;
  /** The waveform; null until requested. */
  waveform: ColumnType<KeptWaveform | null, string | null | undefined, string | null>;
  /** The number of pieces of each kind that were sent to the queue, in order. */
  copy_pieces_sent: Generated<number>;
  encode_pieces_sent: Generated<number>;
  audio_parts_sent: Generated<number>;
  is_queued: Generated<boolean>;
  is_ended: Generated<boolean>;
  started_at: Timestamp;
  ended_at: OptionalTimestamp;
}

/** The waveform of a generation: its data, or when it was last requested. */
export type KeptWaveform =
  | ({ state: "ready" } & WaveformFacts)
  | { state: "pending" | "failed"; askedAtMs: number };

/** The output of a job; its key makes a repeated result harmless. */
export interface EncodingOutput {
  video_uuid: string;
  generation: number;
  /** The job: `open`, `audio`, `encode-piece` or `copy-piece`. */
  job: string;
  piece_index: number;
  outputs: Json<TrackOutput[]>;
  /** The size of all segments of the output; computed by the database. */
  stored_bytes: ColumnType<number, never, never>;
}

export interface VideoStatsRow {
  video_uuid: string;
  client_uuid: string;
  nb_view: number;
  hourview: number;
  concurrent_users: number;
  mean_time_sec: number;
  best_quality_percent: number;
  bitrate_kbps: number;
  rebuff: number | null;
  offload: number;
  data_delivered_mb: number;
  peer_mb: number;
  startup_ms: number | null;
  energy_saved_wh: number;
  energy_spent_wh: number;
  co2_g: number;
  water_l: number;
  updated_at: Timestamp;
}

/** The source of a cut, and the range cut from it. */
export interface CutRecord {
  video_uuid: string;
  origin_uuid: string;
  tracks: Json<JobPayload<"cut-audio">["tracks"]>;
  plan: Json<EncodePlan>;
  in_sec: number;
  out_sec: number;
  held_prefixes: string[];
  /** The origin's conditions when the cut was last made from it; null if unknown. */
  inherited: Json<InheritedConditions> | null;
}

/**
 * The conditions that a cut has inherited from its origin. A condition that still equals its inherited value was not changed
 * for the cut itself.
 */
export interface InheritedConditions {
  passwordHash: string | null;
  rules: Record<string, unknown>;
  collectionUuid: string | null;
  configUuid: string | null;
}

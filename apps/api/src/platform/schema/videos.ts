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
import type { EncodePlan, TrackOutput } from "@shoal/contract/storage";
import type { ColumnType, Generated } from "kysely";
import type { Bigint, DefaultJson, Json, OptionalTimestamp, Timestamp } from "./columns.ts";

/** Empty if there is none. */
type VideoTextColumns = Record<VideoText, Generated<string>>;

export interface Video extends VideoTextColumns {
  uuid: Generated<string>;
  /** A `scene_list` plays like a video; a `scene` is media of one. Libraries, counts and changes see a `video` alone. */
  kind: Generated<"video" | "scene_list" | "scene">;
  client_uuid: string;
  user_uuid: string | null;
  title: string;
  tags: Generated<string[]>;
  type: Generated<"live" | "vod">;
  /** What is. */
  status: EncodingStatus;
  /** How often people changed it. */
  edit_revision: Generated<number>;
  /** What its owner wants it to come to. */
  generation: Generated<number>;
  encoding: Generated<"encoding" | "passthrough">;
  input_qualities: Json<unknown>;
  first_pass: Generated<boolean>;
  autoplay: Generated<boolean>;
  error_type: ColumnType<VideoErrorType | null, VideoErrorType | null | undefined, VideoErrorType | null>;
  source_path: ColumnType<string | null, string | null | undefined, string | null>;
  original_name: ColumnType<string | null, string | null | undefined, string | null>;
  fingerprint: ColumnType<string | null, string | null | undefined, string | null>;
  /** Where its file is fetched from; may hold credentials. */
  /** Without credentials and query, for people. */
  source_url: ColumnType<string | null, string | null | undefined, string | null>;
  /** What is fetched, sealed for this video with the installation's secret. */
  sealed_source_url: ColumnType<string | null, string | null | undefined, string | null>;
  size_bytes: ColumnType<number | null, number | null | undefined, number | null>;
  chunk_count: ColumnType<number | null, number | null | undefined, number | null>;
  /** Chunks stored from the first one on without a hole. */
  contiguous_chunks: Generated<number>;
  duration_sec: ColumnType<number | null, number | null | undefined, number | null>;
  encoding_percent: Generated<number>;
  encoding_eta_sec: ColumnType<number | null, number | null | undefined, number | null>;
  uploading_percent: Generated<number>;
  uploading_eta_sec: ColumnType<number | null, number | null | undefined, number | null>;
  upload_feedback_at: OptionalTimestamp;
  /** Bytes from which on opening is worth a try while the file arrives; null when it was asked or is of no use. */
  open_at_bytes: ColumnType<number | null, number | null | undefined, number | null>;
  /** It cannot be watched before. */
  starts_at: OptionalTimestamp;
  /** It plays as a live from then on, until its length has passed; null when it does not. */
  simulated_live_at: OptionalTimestamp;
  /** Of that live. */
  simulated_live_generation: ColumnType<number | null, number | null | undefined, number | null>;
  /** When its planned deletion happens, or happened. */
  delete_at: OptionalTimestamp;
  /** Deleted by plan: its media are gone, it stays listed. */
  is_deleted: Generated<boolean>;
  /** Since when it is in the trash; lists leave it out. */
  trashed_at: OptionalTimestamp;
  /** What viewers must type, as `scrypt$N$r$p$salt$key`. */
  password_hash: ColumnType<string | null, string | null | undefined, string | null>;
  intro_modal: ColumnType<IntroModal | null, string | null | undefined, string | null>;
  /** Where its camera stands. */
  place: ColumnType<Place | null, string | null | undefined, string | null>;
  chapters: ColumnType<Chapter[], string | undefined, string>;
  download: Generated<boolean>;
  /** What viewers see at its end. */
  outro_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  is_accelerated: Generated<boolean>;
  /** The video that it was cut from. */
  origin_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  /** The thumbnail that someone chose. */
  custom_thumbnail: ColumnType<string | null, string | null | undefined, string | null>;
  /** That one is a picture that someone sent, not one of the video. */
  is_thumbnail_sent: Generated<boolean>;
  /** Names the thumbnail that is being made. */
  thumbnail_work: ColumnType<string | null, string | null | undefined, string | null>;
  /** The last one that was asked for could not be made. */
  is_thumbnail_failed: Generated<boolean>;
  /** Where its source lies, when not at the usual place. */
  source_object: ColumnType<string | null, string | null | undefined, string | null>;
  /** The highest generation that was ever started. */
  last_generation: Generated<number>;
  /** Of a file that is to replace the media of that video: such a row is in no list. */
  replaces_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  /** Raised by every change that players must learn. */
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

/** Bytes that are being written; the row goes when they are stored. */
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
  /** Where jobs read the plan, in the media store. */
  plan_object: ColumnType<string | null, string | null | undefined, string | null>;
  tracks: Json<PlaybackTrack[]>;
  /** Raised with everything that viewers should see. */
  outputs_revision: Generated<number>;
  outputs_at: OptionalTimestamp;
  /** The revision that they do see. */
  index_version: Generated<number>;
  /** Names of segment indexes that were replaced lately, by age. */
  old_indexes: ColumnType<string[], string | undefined, string>;
  notes: DefaultJson<VideoNote[]>;
  thumbnail_object: ColumnType<string | null, string | null | undefined, string | null>;
  storyboard: ColumnType<
    /** `isWhole` false while it is of the beginning alone. */
    { vttObject: string; sprites: string[]; isWhole?: boolean } | null,
    string | null | undefined,
    string | null
  >;
  /** Null until it was asked for. */
  waveform: ColumnType<KeptWaveform | null, string | null | undefined, string | null>;
  /** How many of each were sent to the queue, in order. */
  copy_pieces_sent: Generated<number>;
  encode_pieces_sent: Generated<number>;
  audio_parts_sent: Generated<number>;
  is_queued: Generated<boolean>;
  is_ended: Generated<boolean>;
  started_at: Timestamp;
  ended_at: OptionalTimestamp;
}

/** The waveform of a generation: facts of what was made, or when it was asked for last. */
export type KeptWaveform =
  | ({ state: "ready" } & WaveformFacts)
  | { state: "pending" | "failed"; askedAtMs: number };

/** What a job gave; its key makes a repeated result harmless. */
export interface EncodingOutput {
  video_uuid: string;
  generation: number;
  /** `open`, `audio`, `encode-piece` or `copy-piece`. */
  job: string;
  piece_index: number;
  outputs: Json<TrackOutput[]>;
  /** Of all segments that it names; the database counts them. */
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

/** What a cut is made of. */
export interface CutRecord {
  video_uuid: string;
  origin_uuid: string;
  tracks: Json<JobPayload<"cut-audio">["tracks"]>;
  plan: Json<EncodePlan>;
  in_sec: number;
  out_sec: number;
  held_prefixes: string[];
}

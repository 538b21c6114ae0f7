import type {
  EncodePlan,
  EncodingStatus,
  PlaybackTrack,
  Role,
  TrackOutput,
  VideoErrorType,
} from "@shoal/contract";
import type { ColumnType, Generated } from "kysely";

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** PostgreSQL gives bigint as text; the pool parses it, sizes stay below 2^53. */
type Bigint = ColumnType<number, number | undefined, number>;
type Json<T> = ColumnType<T, string, string>;

export interface Client {
  uuid: Generated<string>;
  name: string;
  type: "platform" | "plugin" | "camera";
  vireed: Generated<boolean>;
  export: Generated<boolean>;
  scenelist: Generated<boolean>;
  data_to_delete: Generated<boolean>;
  no_keep_live: Generated<boolean>;
  default_autoplay: Generated<boolean>;
  old_table: Generated<boolean>;
  default_page_size: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: Timestamp;
}

export interface User {
  uuid: Generated<string>;
  client_uuid: string;
  username: string;
  email: ColumnType<string | null, string | null | undefined, string | null>;
  password_hash: string;
  password_modified: Generated<boolean>;
  roles: Role[];
  created_at: Timestamp;
}

export interface Session {
  token_hash: Buffer;
  user_uuid: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface Video {
  uuid: Generated<string>;
  client_uuid: string;
  user_uuid: string;
  title: string;
  description: Generated<string>;
  tags: Generated<string[]>;
  type: Generated<"live" | "vod">;
  /** What is. */
  status: EncodingStatus;
  /** What its owner wants it to come to. */
  wanted_status: Generated<"encoded" | "stopped">;
  generation: Generated<number>;
  encoding: Generated<"encoding" | "passthrough">;
  input_qualities: Json<unknown>;
  first_pass: Generated<boolean>;
  autoplay: Generated<boolean>;
  error_type: ColumnType<VideoErrorType | null, VideoErrorType | null | undefined, VideoErrorType | null>;
  source_path: ColumnType<string | null, string | null | undefined, string | null>;
  original_name: ColumnType<string | null, string | null | undefined, string | null>;
  fingerprint: ColumnType<string | null, string | null | undefined, string | null>;
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
  /** Raised by every change that players must learn. */
  revision: Bigint;
  created_at: Timestamp;
  modified_at: Timestamp;
}

export interface UploadChunk {
  video_uuid: string;
  number: number;
  size_bytes: number;
  sha256: Buffer;
}

export interface Encoding {
  video_uuid: string;
  generation: number;
  plan: Json<EncodePlan>;
  tracks: Json<PlaybackTrack[]>;
  index_version: Generated<number>;
  thumbnail_object: ColumnType<string | null, string | null | undefined, string | null>;
  storyboard: ColumnType<
    { vttObject: string; sprites: string[] } | null,
    string | null | undefined,
    string | null
  >;
  /** How many copy pieces were sent to the queue. */
  copy_pieces_sent: Generated<number>;
  is_queued: Generated<boolean>;
  is_storyboard_sent: Generated<boolean>;
  is_ended: Generated<boolean>;
  started_at: Timestamp;
  ended_at: OptionalTimestamp;
}

/** What a job gave; its key makes a repeated result harmless. */
export interface EncodingOutput {
  video_uuid: string;
  generation: number;
  /** `open`, `audio`, `encode-piece` or `copy-piece`. */
  job: string;
  piece_index: number;
  outputs: Json<TrackOutput[]>;
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

export interface DescriptorChangeRow {
  cursor: Generated<number>;
  video_uuid: string;
  revision: number;
  at: Timestamp;
}

export interface Schema {
  clients: Client;
  users: User;
  sessions: Session;
  videos: Video;
  upload_chunks: UploadChunk;
  encodings: Encoding;
  encoding_outputs: EncodingOutput;
  video_stats: VideoStatsRow;
  descriptor_changes: DescriptorChangeRow;
  cursors: { name: string; value: Json<unknown> };
}

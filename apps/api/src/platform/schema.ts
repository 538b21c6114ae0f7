import type {
  Chapter,
  ClientType,
  EncodePlan,
  EncodingStatus,
  IceSet,
  IntroModal,
  Language,
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
type DefaultJson<T> = ColumnType<T, string | undefined, string>;

export interface Client {
  uuid: Generated<string>;
  name: string;
  type: ClientType;
  vireed: Generated<boolean>;
  export: Generated<boolean>;
  scenelist: Generated<boolean>;
  data_to_delete: Generated<boolean>;
  /** When the planned deletion is carried out. */
  deletion_at: OptionalTimestamp;
  no_keep_live: Generated<boolean>;
  default_autoplay: Generated<boolean>;
  old_table: Generated<boolean>;
  default_page_size: ColumnType<number | null, number | null | undefined, number | null>;
  default_qualities: DefaultJson<unknown>;
  restart_videos: Generated<boolean>;
  chat: Generated<boolean>;
  free_tier: Generated<boolean>;
  number: Generated<number>;
  contract_number: Generated<string>;
  company_name: Generated<string>;
  siret: Generated<string>;
  contact_first_name: Generated<string>;
  contact_last_name: Generated<string>;
  contact_email: Generated<string>;
  phone: Generated<string>;
  postal_address: Generated<string>;
  subscription_ends_at: OptionalTimestamp;
  is_contract_signed: Generated<boolean>;
  has_bank_details: Generated<boolean>;
  /** What encoders publish with for this client. */
  stream_key: Generated<string>;
  /** The set of STUN and TURN servers in force; null for the platform's own. */
  ice_set_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  revision: Generated<number>;
  created_at: Timestamp;
}

/** The lists that say who may watch; a client without a row restricts nothing. */
export interface ClientAuthorizations {
  client_uuid: string;
  authorized_videos: Generated<string[]>;
  authorized_ips: Generated<string[]>;
  unauthorized_ips: Generated<string[]>;
  authorized_vpns: Generated<boolean>;
  authorized_vpns_list: Generated<string[]>;
  authorized_countries: Generated<string[]>;
  unauthorized_countries: Generated<string[]>;
}

export interface ClientIceSet {
  uuid: Generated<string>;
  client_uuid: string;
  name: string;
  ice_servers: Json<IceSet["iceServers"]>;
}

export interface User {
  uuid: Generated<string>;
  client_uuid: string;
  username: string;
  name: ColumnType<string | null, string | null | undefined, string | null>;
  email: ColumnType<string | null, string | null | undefined, string | null>;
  email_verified_at: OptionalTimestamp;
  /** An address that waits for its verification. */
  new_email: ColumnType<string | null, string | null | undefined, string | null>;
  /** Null while the user was invited only, or signs in at the provider alone. */
  password_hash: ColumnType<string | null, string | null | undefined, string | null>;
  password_modified: Generated<boolean>;
  activated_at: OptionalTimestamp;
  roles: Role[];
  language: Generated<Language>;
  /** Base32; in force once `totp_confirmed_at` is set. */
  totp_secret: ColumnType<string | null, string | null | undefined, string | null>;
  totp_confirmed_at: OptionalTimestamp;
  /** The time step of the last code that was taken, so that none is taken twice. */
  totp_last_step: ColumnType<number | null, number | null | undefined, number | null>;
  /** Hashes (SHA-256, hex) of recovery codes that are not used yet. */
  recovery_codes: Generated<string[]>;
  github_id: ColumnType<string | null, string | null | undefined, string | null>;
  github_login: ColumnType<string | null, string | null | undefined, string | null>;
  last_login_at: OptionalTimestamp;
  revision: Generated<number>;
  created_at: Timestamp;
}

export interface Session {
  uuid: Generated<string>;
  token_hash: Buffer;
  user_uuid: string;
  address: ColumnType<string | null, string | null | undefined, string | null>;
  user_agent: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
}

/** A key that was mailed or handed over; it works once. */
export interface AccountLink {
  key_hash: Buffer;
  user_uuid: string;
  purpose: "activation" | "password" | "email";
  /** The address that an `email` link verifies, or that an `activation` link was mailed to. */
  email: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Timestamp;
  expires_at: Timestamp;
}

/** A sign-in at the code-hosting provider that is under way. */
export interface ProviderFlow {
  state_hash: Buffer;
  code_verifier: string;
  /** Set once the provider answered, while the second factor is awaited. */
  provider_user: ColumnType<{ id: string; login: string } | null, string | null | undefined, string | null>;
  expires_at: Timestamp;
}

/** A mail that was not handed to its server yet. */
export interface OutgoingMail {
  uuid: Generated<string>;
  recipient: string;
  language: Language;
  /** The template and its values. */
  content: Json<unknown>;
  created_at: Timestamp;
}

/** Attempts that were counted; `expire` in ms since 1970. */
export interface RateLimitRow {
  key: string;
  points: number;
  expire: number | null;
}

export interface LogEntryRow {
  id: Generated<number>;
  at: Timestamp;
  /** The client whose data it was about. */
  client_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  client_name: ColumnType<string | null, string | null | undefined, string | null>;
  /** Of an administrator who viewed that client. */
  is_viewed: Generated<boolean>;
  user_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  username: ColumnType<string | null, string | null | undefined, string | null>;
  type: string;
  target: ColumnType<string | null, string | null | undefined, string | null>;
  status: number;
  address: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface Video {
  uuid: Generated<string>;
  client_uuid: string;
  user_uuid: string | null;
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
  /** Nobody watches it before. */
  starts_at: OptionalTimestamp;
  /** When its planned deletion happens, or happened. */
  delete_at: OptionalTimestamp;
  /** Deleted by plan: its media are gone, it stays listed. */
  is_deleted: Generated<boolean>;
  /** Since when it is in the trash; lists leave it out. */
  trashed_at: OptionalTimestamp;
  /** What viewers must type, as `scrypt$N$r$p$salt$key`. */
  password_hash: ColumnType<string | null, string | null | undefined, string | null>;
  intro_modal: ColumnType<IntroModal | null, string | null | undefined, string | null>;
  chapters: ColumnType<Chapter[], string | undefined, string>;
  download: Generated<boolean>;
  is_accelerated: Generated<boolean>;
  /** The video that it was cut from. */
  origin_uuid: ColumnType<string | null, string | null | undefined, string | null>;
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

export interface DescriptorChangeRow {
  cursor: Generated<number>;
  video_uuid: string;
  revision: number;
  at: Timestamp;
}

export interface Schema {
  clients: Client;
  client_authorizations: ClientAuthorizations;
  client_ice_sets: ClientIceSet;
  users: User;
  sessions: Session;
  account_links: AccountLink;
  provider_flows: ProviderFlow;
  mails: OutgoingMail;
  rate_limits: RateLimitRow;
  logs: LogEntryRow;
  videos: Video;
  categories: CategoryRow;
  video_categories: { video_uuid: string; category_uuid: string };
  upload_chunks: UploadChunk;
  encodings: Encoding;
  encoding_outputs: EncodingOutput;
  video_stats: VideoStatsRow;
  descriptor_changes: DescriptorChangeRow;
  cursors: { name: string; value: Json<unknown> };
}

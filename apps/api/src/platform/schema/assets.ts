import type {
  AssetErrorType,
  CaptionCue,
  CaptionKind,
  CaptionTrack,
  OutroView,
  PictureFile,
  PictureView,
  SceneMode,
  UnconvertibleSubtitle,
} from "@shoal/contract";
import type { ColumnType, Generated } from "kysely";
import type { Bigint, DefaultJson, Json, OptionalTimestamp, Timestamp } from "./columns.ts";

/** A revocable embed of one video. */
export interface ExportLinkRow {
  uuid: Generated<string>;
  client_uuid: string;
  video_uuid: string;
  user_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  name: string;
  sites: Generated<string[]>;
  ends_at: OptionalTimestamp;
  is_paused: Generated<boolean>;
  /** The number of views, mirrored from ClickHouse. */
  views: Generated<number>;
  last_view_at: OptionalTimestamp;
  revision: Generated<number>;
  created_at: Timestamp;
}

export interface PictureRow {
  uuid: Generated<string>;
  client_uuid: string;
  name: string;
  alt: Generated<string>;
  state: ColumnType<PictureView["state"], PictureView["state"] | undefined, PictureView["state"]>;
  error_type: ColumnType<AssetErrorType | null, AssetErrorType | null | undefined, AssetErrorType | null>;
  original_name: string;
  original_size_bytes: Bigint;
  /** The total size of the picture's files. */
  stored_bytes: Bigint;
  /** Size of the uploaded picture, upright, in px. */
  width: ColumnType<number | null, number | null | undefined, number | null>;
  height: ColumnType<number | null, number | null | undefined, number | null>;
  files: DefaultJson<PictureFile[]>;
  created_at: Timestamp;
  modified_at: Timestamp;
}

/** A track of captions. */
export interface CaptionsRecord {
  uuid: Generated<string>;
  video_uuid: string;
  client_uuid: string;
  language: string;
  label: string;
  kind: CaptionKind;
  is_default: Generated<boolean>;
  origin: CaptionTrack["origin"];
  /** The index of the stream in the source from which the track was extracted. */
  stream_index: ColumnType<number | null, number | null | undefined, number | null>;
  /** The original's track from which the track of a cut was copied. */
  taken_from: ColumnType<string | null, string | null | undefined, string | null>;
  cues: Json<CaptionCue[]>;
  /** The number of cues, computed by the database. */
  cue_count: ColumnType<number, never, never>;
  /** Whether the cues were edited since they were extracted or copied. */
  is_edited: Generated<boolean>;
  revision: Generated<number>;
  /** The version of the cues, which other changes of the track do not raise. */
  version: Generated<number>;
  object: string;
  former_objects: Generated<string[]>;
  created_at: Timestamp;
  modified_at: Timestamp;
}

export interface OutroRow {
  uuid: Generated<string>;
  client_uuid: string;
  title: string;
  description: Generated<string>;
  button: ColumnType<OutroView["button"], string | null | undefined, string | null>;
  subtext: ColumnType<OutroView["subtext"], string | null | undefined, string | null>;
  image_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  background_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  revision: Generated<number>;
  created_at: Timestamp;
  modified_at: Timestamp;
}

export interface SceneListRecord {
  video_uuid: string;
  client_uuid: string;
  revision: Generated<number>;
  /** The media that viewers see, in order. */
  published: Generated<string[]>;
}

/** A part of a video as requested; `cuts` stores how it is cut. */
export interface SceneMediaRecord {
  video_uuid: string;
  list_uuid: string;
  origin_uuid: string;
  origin_title: string;
  in_sec: number;
  out_sec: number;
  mode: SceneMode;
  has_sound: boolean;
}

export interface SceneRecord {
  list_uuid: string;
  position: number;
  name: string;
  media_uuid: string;
}

/** The result of extracting subtitles from a video's source; a video without a row has no source of its own. */
export interface CaptionExtraction {
  video_uuid: string;
  state: "waiting" | "done" | "failed";
  unconvertible: DefaultJson<UnconvertibleSubtitle[]>;
}

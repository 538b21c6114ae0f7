import type { ExternalPlatform, LiveDelay, LiveFault, LiveState, LiveType } from "@shoal/contract";
import type { PlaybackTrack } from "@shoal/contract/edge";
import type { LiveCondition } from "@shoal/contract/ingest";
import type { ColumnType, Generated } from "kysely";
import type { OptionalTimestamp, Timestamp } from "./columns.ts";

type ListedTrack = Omit<PlaybackTrack, "indexObject" | "indexVersion">;

/** The measurements of a live, and their arrival by the database's clock. */
interface StoredCondition extends LiveCondition {
  measuredAt: string;
}

/** The live-specific data of a video. */
export interface LiveRecord {
  video_uuid: string;
  client_uuid: string;
  live_type: LiveType;
  /** Whether the live is published with the client's own key; the live's key is then never returned. */
  is_clients_own: Generated<boolean>;
  /** The SHA-256 hash of the stream key. */
  key_hash: Buffer;
  /** The key, sealed for this video with the installation's secret. */
  sealed_key: string;
  key_made_at: Timestamp;
  /** Whether viewers can seek back. */
  is_seekable: Generated<boolean>;
  seek_back_sec: number;
  is_kept: Generated<boolean>;
  /** The latency of viewers; null for the lowest latency that its parts allow. */
  target_latency_sec: ColumnType<number | null, number | null | undefined, number | null>;
  delay: Generated<LiveDelay>;
  /** The delay of the live's current or last run. */
  run_delay: Generated<LiveDelay>;
  /** Whether publishers are admitted: false once a user has stopped the live. */
  is_open: Generated<boolean>;
  opened_at: Timestamp;
  /** The ingest's last report on the video's generation. */
  state: Generated<LiveState>;
  fault: ColumnType<LiveFault | null, LiveFault | null | undefined, LiveFault | null>;
  /** Whether the last publisher ended the stream properly, so that nothing was lost. */
  is_signed_off: Generated<boolean>;
  /** The ingest that has the live, and the run of the ingest. */
  ingest_id: ColumnType<string | null, string | null | undefined, string | null>;
  ingest_url: ColumnType<string | null, string | null | undefined, string | null>;
  report_version: Generated<number>;
  /** The time of the ingest's last report. */
  seen_at: OptionalTimestamp;
  started_at: OptionalTimestamp;
  ended_at: OptionalTimestamp;
  tracks: ColumnType<ListedTrack[], string | undefined, string>;
  /** The last measurements; ignored if they belong to an earlier generation. */
  condition: ColumnType<StoredCondition | null, string | null | undefined, string | null>;
  /** The ingest run that fetches the live from its URL, and the time of that run's last report. */
  fetcher_id: ColumnType<string | null, string | null | undefined, string | null>;
  fetcher_seen_at: OptionalTimestamp;
}

/** A restreaming target of a live. */
export interface ExternalStreamRecord {
  uuid: Generated<string>;
  video_uuid: string;
  client_uuid: string;
  /** The position of the target among its live's targets. */
  position: number;
  platform: ExternalPlatform;
  /** The URL of the server, for the platform `other` only. */
  url: string | null;
  /** The key, sealed for this target with the installation's secret. */
  sealed_key: string;
  /** Whether the target is enabled: false once a user has stopped it. */
  is_on: Generated<boolean>;
}

/** A run of a live that is not kept, which may have left media behind. */
export interface LiveSweepRecord {
  live_uuid: string;
  generation: number;
  /** When the run's media will be removed; null while it runs. */
  due_at: OptionalTimestamp;
  /** Whether the media were already removed once, so that the next removal is the last. */
  is_last: Generated<boolean>;
}

/** The recording of one run of a live. */
export interface LiveArchiveRecord {
  uuid: Generated<string>;
  client_uuid: string;
  /** The live; null once it was deleted. */
  live_uuid: string | null;
  generation: number;
  folder: string;
  /** The state of the recording: `owed` once it is complete, until a video is created from it. */
  state: Generated<"growing" | "owed" | "made">;
  /** Whether the video was compared with the final recording. */
  is_checked: Generated<boolean>;
  video_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  /** The time of second 0 of the video; null for older recordings. */
  started_at: OptionalTimestamp;
  changed_at: Timestamp;
}

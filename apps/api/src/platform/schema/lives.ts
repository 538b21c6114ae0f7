import type { ExternalPlatform, LiveDelay, LiveFault, LiveState, LiveType } from "@shoal/contract";
import type { PlaybackTrack } from "@shoal/contract/edge";
import type { LiveCondition } from "@shoal/contract/ingest";
import type { ColumnType, Generated } from "kysely";
import type { OptionalTimestamp, Timestamp } from "./columns.ts";

type ListedTrack = Omit<PlaybackTrack, "indexObject" | "indexVersion">;

/** What was measured of a live, and when it came, on the database's clock. */
interface StoredCondition extends LiveCondition {
  measuredAt: string;
}

/** What a live has beside its video. */
export interface LiveRecord {
  video_uuid: string;
  client_uuid: string;
  live_type: LiveType;
  /** It is published with the client's own key; its own key is never returned. */
  is_clients_own: Generated<boolean>;
  /** SHA-256 of its key. */
  key_hash: Buffer;
  /** The key, sealed for this video with the installation's secret. */
  sealed_key: string;
  key_made_at: Timestamp;
  /** Viewers may go back. */
  is_seekable: Generated<boolean>;
  seek_back_sec: number;
  is_kept: Generated<boolean>;
  /** How far behind it viewers are; null for as near as its parts allow. */
  target_latency_sec: ColumnType<number | null, number | null | undefined, number | null>;
  delay: Generated<LiveDelay>;
  /** That with which it began last. */
  run_delay: Generated<LiveDelay>;
  /** False once someone has stopped it: nothing may be published then. */
  is_open: Generated<boolean>;
  opened_at: Timestamp;
  /** The ingest's last report on the video's generation. */
  state: Generated<LiveState>;
  fault: ColumnType<LiveFault | null, LiveFault | null | undefined, LiveFault | null>;
  /** Its last publisher ended the stream properly: nothing was lost. */
  is_signed_off: Generated<boolean>;
  /** Which run of which ingest has it. */
  ingest_id: ColumnType<string | null, string | null | undefined, string | null>;
  ingest_url: ColumnType<string | null, string | null | undefined, string | null>;
  report_version: Generated<number>;
  /** The time of the ingest's last report. */
  seen_at: OptionalTimestamp;
  started_at: OptionalTimestamp;
  ended_at: OptionalTimestamp;
  tracks: ColumnType<ListedTrack[], string | undefined, string>;
  /** What was measured last; what it says of an earlier generation is past. */
  condition: ColumnType<StoredCondition | null, string | null | undefined, string | null>;
  /** The ingest run that fetches it from its URL, and the time of its last report. */
  fetcher_id: ColumnType<string | null, string | null | undefined, string | null>;
  fetcher_seen_at: OptionalTimestamp;
}

/** Where a live is sent on to. */
export interface ExternalStreamRecord {
  uuid: Generated<string>;
  video_uuid: string;
  client_uuid: string;
  /** Its place among those of its live. */
  position: number;
  platform: ExternalPlatform;
  /** For platform `other` only. */
  url: string | null;
  /** Sealed for this target with the installation's secret. */
  sealed_key: string;
  /** False once someone has stopped it. */
  is_on: Generated<boolean>;
}

/** A run of a live that is not kept, which may have left media behind. */
export interface LiveSweepRecord {
  live_uuid: string;
  generation: number;
  /** When its media go; null while it runs. */
  due_at: OptionalTimestamp;
  /** They went once already. */
  is_last: Generated<boolean>;
}

/** What is kept of one run of a live. */
export interface LiveArchiveRecord {
  uuid: Generated<string>;
  client_uuid: string;
  /** Null once the live was deleted. */
  live_uuid: string | null;
  generation: number;
  folder: string;
  /** `owed` once nothing more comes to it, until a video was made of it. */
  state: Generated<"growing" | "owed" | "made">;
  /** What was made of it was compared with what had been written down in the end. */
  is_checked: Generated<boolean>;
  video_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  /** When the second 0 of that video was; null for those of before this was written down. */
  started_at: OptionalTimestamp;
  changed_at: Timestamp;
}

import type { Language } from "@shoal/contract";
import type { ColumnType, Generated } from "kysely";
import type { Json, Timestamp } from "./columns.ts";

/** A mail that has not been sent to its server yet. */
export interface OutgoingMail {
  uuid: Generated<string>;
  recipient: string;
  language: Language;
  /** The mail's template and its values. */
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
  /** The client whose data the entry is about. */
  client_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  client_name: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether the user was an administrator viewing that client. */
  is_viewed: Generated<boolean>;
  user_uuid: ColumnType<string | null, string | null | undefined, string | null>;
  username: ColumnType<string | null, string | null | undefined, string | null>;
  type: string;
  target: ColumnType<string | null, string | null | undefined, string | null>;
  status: number;
  address: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface DescriptorChangeRow {
  cursor: Generated<number>;
  kind: Generated<"video" | "link" | "client">;
  /** The uuid of the changed link or client, if the change is not about a video. */
  video_uuid: string;
  revision: number;
  at: Timestamp;
}

import { VIDEO_TEXT_NAMES } from "@shoal/contract";
import type { Updateable } from "kysely";
import { sql } from "kysely";
import type { Video } from "../../../platform/schema.ts";
import type { VideoRow } from "./video-row.ts";

/** The columns that a change may write. The status is changed only by `moveVideo`. */
export type VideoChange = Updateable<Video> & { status?: undefined };

/** The columns whose changes must reach players. */
export const PLAYBACK_COLUMNS: readonly (keyof VideoRow)[] = [
  "title",
  "description",
  "status",
  "generation",
  "autoplay",
  "error_type",
  "duration_sec",
  "starts_at",
  "simulated_live_at",
  "is_deleted",
  "trashed_at",
  "intro_modal",
  "password_hash",
  "chapters",
  "download",
  "custom_thumbnail",
  "is_thumbnail_sent",
  "outro_uuid",
];

/** The editable columns. Progress, figures and reports of workers are not among them. */
export const EDITED_COLUMNS: readonly (keyof VideoRow)[] = [
  "title",
  ...VIDEO_TEXT_NAMES,
  "tags",
  "autoplay",
  "first_pass",
  "encoding",
  "input_qualities",
  "starts_at",
  "delete_at",
  "intro_modal",
  "place",
  "password_hash",
  "chapters",
  "download",
  "custom_thumbnail",
  "outro_uuid",
];

/** The number after the last generation that was started. */
const NEXT_GENERATION = sql<number>`greatest(generation, last_generation) + 1`;
/** Starts a generation without any work yet. */
export const BEGINS_GENERATION = {
  generation: NEXT_GENERATION as never,
  last_generation: NEXT_GENERATION as never,
};

/** Ends or cancels the simulated live of a video. */
export const ENDS_SIMULATED_LIVE = { simulated_live_at: null, simulated_live_generation: null };
/** Gives a simulated live a generation of its own, without media. */
export const BEGINS_SIMULATED_LIVE = {
  simulated_live_generation: NEXT_GENERATION as never,
  last_generation: NEXT_GENERATION as never,
};
/** The changed columns of a video that is moved to the trash. */
export const MOVED_TO_TRASH = { trashed_at: sql<Date>`now()` as never, ...ENDS_SIMULATED_LIVE };
/** Makes a scheduled deletion due now. */
export const DELETION_DUE_NOW = { delete_at: sql<Date>`least(delete_at, now())` as never };

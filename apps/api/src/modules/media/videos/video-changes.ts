import { VIDEO_TEXT_NAMES } from "@shoal/contract";
import type { Updateable } from "kysely";
import { sql } from "kysely";
import type { Video } from "../../../platform/schema.ts";
import type { VideoRow } from "./video-row.ts";

/** The written columns of a video. Its status is moved, not written. */
export type VideoChange = Updateable<Video> & { status?: undefined };

/** A change of this column must reach players. */
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

/** Follows the last generation that was started. */
const NEXT_GENERATION = sql<number>`greatest(generation, last_generation) + 1`;
/** Starts a generation without any work yet. */
export const BEGINS_GENERATION = {
  generation: NEXT_GENERATION as never,
  last_generation: NEXT_GENERATION as never,
};

/** A video plays as a live no longer, and will not. */
export const ENDS_SIMULATED_LIVE = { simulated_live_at: null, simulated_live_generation: null };
/** Gives a video that is to play as a live a generation without media. */
export const BEGINS_SIMULATED_LIVE = {
  simulated_live_generation: NEXT_GENERATION as never,
  last_generation: NEXT_GENERATION as never,
};
/** Removes a video from lists, for the trash. */
export const TRASHED_NOW = { trashed_at: sql<Date>`now()` as never, ...ENDS_SIMULATED_LIVE };
/** A planned deletion that was not due yet happens now. */
export const DELETED_BY_NOW = { delete_at: sql<Date>`least(delete_at, now())` as never };

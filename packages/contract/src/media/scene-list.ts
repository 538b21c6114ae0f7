import { z } from "zod";
import { MAX_CHAPTER_TITLE_LENGTH, MAX_SCENES } from "../constants.ts";
import { Text, Uuid } from "../text.ts";
import { VIDEO_ERROR_TYPES } from "./video.ts";

/** `accurate`: exact to the frame and audio sample; `fast`: extended to whole segments, so that nothing is encoded. */
export const SCENE_MODES = ["accurate", "fast"] as const;
export type SceneMode = (typeof SCENE_MODES)[number];

/** A part of a video, or all of it, as composed by a user. Times are in seconds of the video. */
export const Scene = z.strictObject({
  video: Uuid,
  in: z.number().min(0).max(1e6),
  out: z.number().min(0).max(1e6),
  /** The chapter's name in players; the video's title by default. */
  name: Text.trim().min(1).max(MAX_CHAPTER_TITLE_LENGTH).optional(),
  mode: z.enum(SCENE_MODES).default("accurate"),
});
export type Scene = z.infer<typeof Scene>;
export const Scenes = z.array(Scene).min(1).max(MAX_SCENES);

/**
 * - `preparing`: nothing can be watched yet.
 * - `ready`: viewers see the current list.
 * - `updating`: viewers see the previous list until the new scenes are ready.
 * - `error`: a scene failed; viewers keep seeing the previous list.
 */
export const SCENE_LIST_STATES = ["preparing", "ready", "updating", "error"] as const;
export type SceneListState = (typeof SCENE_LIST_STATES)[number];

/** A scene as the api returns it. */
export const SceneView = z.object({
  video: z.string(),
  /** The title that the video has, or had when it was deleted. */
  videoTitle: z.string(),
  /** Whether the video still exists. If not, the scene stays playable, but its in and out points can no longer be changed. */
  isVideoThere: z.boolean(),
  /** The duration of the video in seconds; null if it no longer exists. */
  videoDuration: z.number().nullable(),
  in: z.number(),
  out: z.number(),
  name: z.string(),
  mode: z.enum(SCENE_MODES),
  /** The scene's length on the list's timeline; a fast scene is longer than out minus in. */
  duration: z.number(),
  state: z.enum(["preparing", "ready", "error"]),
  errorType: z.enum(VIDEO_ERROR_TYPES).nullable(),
  thumbnail: z.string().nullable(),
});
export type SceneView = z.infer<typeof SceneView>;

/** A scene list without its scenes, as in lists. */
export const SceneListSummary = z.object({
  uuid: z.string(),
  title: z.string(),
  description: z.string(),
  /** The user who created the scene list; null if deleted. */
  user: z.string().nullable(),
  state: z.enum(SCENE_LIST_STATES),
  /** Whether there is anything to watch. */
  playable: z.boolean(),
  sceneCount: z.number(),
  /** How many of the scenes are ready to be played. */
  readyCount: z.number(),
  /** The duration of all scenes, in seconds. */
  duration: z.number(),
  autoplay: z.boolean(),
  /** Whether a password is required; the password itself is never returned. */
  isPassword: z.boolean(),
  nbView: z.number(),
  thumbnail: z.string().nullable(),
  embedUrl: z.string(),
  manifest: z.object({ hls: z.string().nullable(), dash: z.string().nullable() }),
  createdAt: z.string(),
  lastModifyAt: z.string(),
});
export type SceneListSummary = z.infer<typeof SceneListSummary>;

/** A scene list with its scenes in order. */
export const SceneListView = SceneListSummary.extend({
  /** The revision, which a change sends back. It prevents a change from overwriting another user's change. */
  revision: z.number().int(),
  scenes: z.array(SceneView),
});
export type SceneListView = z.infer<typeof SceneListView>;

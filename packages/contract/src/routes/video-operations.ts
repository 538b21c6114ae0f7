import { z } from "zod";
import { Revision } from "../accounts/account.ts";
import { MAX_BULK_VIDEOS } from "../constants.ts";
import { ERRORS, type ErrorCode } from "../errors.ts";
import { createPageSchema, PageQuery } from "../list.ts";
import { Chapter, Chapters, InputQualities, Tags, VideoView } from "../media/video.ts";
import { defineRoute } from "../route.ts";
import { acceptBareField, integerText, Moment, MomentOrMs, Text, Uuid } from "../text.ts";
import { VideoId } from "./videos.ts";

const Category = z.object({ id: z.string(), name: z.string(), videoCount: z.number() });
export type Category = z.infer<typeof Category>;
const CategoryName = z.strictObject({ name: Text.trim().min(1).max(100) });
const CategoryId = z.object({ id: Uuid });
const VideoCategory = z.object({ id: Uuid, categoryId: Uuid });

const labelRoutes = {
  listTags: defineRoute({
    method: "GET",
    path: "/api/tags",
    isOldCall: true,
    guard: "member",
    scope: "videos:read",
    summary: "List the tags of the client's videos, most used first",
    query: z.strictObject({ client: Uuid.optional() }),
    response: z.array(z.object({ _id: z.string(), count: z.number() })),
  }),
  listCategories: defineRoute({
    method: "GET",
    path: "/api/categories",
    guard: "member",
    scope: "videos:read",
    summary: "List the client's categories",
    response: z.array(Category),
  }),
  addCategory: defineRoute({
    method: "POST",
    path: "/api/categories",
    guard: "editor",
    scope: "videos:write",
    summary: "Add a category",
    body: CategoryName,
    response: Category,
    status: 201,
  }),
  renameCategory: defineRoute({
    method: "PUT",
    path: "/api/categories/{id}",
    guard: "editor",
    scope: "videos:write",
    summary: "Rename a category",
    params: CategoryId,
    body: CategoryName,
    response: Category,
  }),
  deleteCategory: defineRoute({
    method: "DELETE",
    path: "/api/categories/{id}",
    guard: "editor",
    scope: "videos:write",
    summary: "Delete a category; its videos are kept",
    params: CategoryId,
  }),
  addToCategory: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/categories/{categoryId}",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Add a video to a category",
    params: VideoCategory,
    response: VideoView,
  }),
  removeFromCategory: defineRoute({
    method: "DELETE",
    path: "/api/videos/{id}/categories/{categoryId}",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Remove a video from a category",
    params: VideoCategory,
    response: VideoView,
  }),
};

const schedulingRoutes = {
  planDeletion: defineRoute({
    method: "DELETE",
    path: "/api/videos/{id}/programmed",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary:
      "Schedule the deletion of a video; a past date deletes it immediately, an empty date clears the schedule",
    params: VideoId,
    body: z.strictObject({
      deleteDate: z.union([z.literal(""), MomentOrMs]).optional(),
      revision: Revision.optional(),
    }),
    response: VideoView,
  }),
  listTrash: defineRoute({
    method: "GET",
    path: "/api/trash",
    guard: "member",
    scope: "videos:read",
    summary: "List deleted videos that can be restored, newest first",
    query: PageQuery,
    response: createPageSchema(z.object({ video: VideoView, deletedAt: z.string(), purgeAt: z.string() })),
  }),
  restoreFromTrash: defineRoute({
    method: "PUT",
    path: "/api/trash/{id}",
    guard: "editor",
    scope: "videos:write",
    summary: "Restore a video from the trash",
    params: VideoId,
    response: VideoView,
  }),
  deleteFromTrash: defineRoute({
    method: "DELETE",
    path: "/api/trash/{id}",
    guard: "editor",
    scope: "videos:write",
    summary: "Delete a video and its media for good",
    params: VideoId,
  }),
};

const VideoUuids = z.array(Uuid).min(1).max(MAX_BULK_VIDEOS);
const BulkAction = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("restart"), uuids: VideoUuids }),
  z.strictObject({ action: z.literal("delete"), uuids: VideoUuids }),
  z.strictObject({ action: z.literal("addTags"), uuids: VideoUuids, tags: Tags }),
  z.strictObject({ action: z.literal("removeTags"), uuids: VideoUuids, tags: Tags }),
  z.strictObject({
    action: z.literal("planDeletion"),
    uuids: VideoUuids,
    deleteDate: Moment.nullable(),
  }),
]);
export type BulkAction = z.infer<typeof BulkAction>;

const settingRoutes = {
  changeVideos: defineRoute({
    method: "POST",
    path: "/api/videosbulk",
    guard: "editor",
    scope: "videos:write",
    summary:
      "Apply one change to many videos; each video that could not be changed is listed with the reason",
    body: BulkAction,
    response: z.object({
      changed: z.number(),
      refused: z.array(
        z.object({ uuid: z.string(), code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]) }),
      ),
    }),
  }),
  setChapters: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/chapters",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Replace the chapters of a video",
    params: VideoId,
    body: z.strictObject({ chapters: Chapters, revision: Revision.optional() }),
    response: z.object({ chapters: z.array(Chapter) }),
  }),
  importChapters: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/chaptersfile",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Replace the chapters with those of a file: WebVTT, lines that begin with a time, or CSV",
    params: VideoId,
    query: z.strictObject({ revision: integerText(Revision).optional() }),
    multipart: { file: "video", fields: z.strictObject({}) },
    response: z.object({ chapters: z.array(Chapter) }),
  }),
  exportChapters: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/chaptersfile",
    guard: "member",
    scope: "videos:read",
    summary: "Download the chapters as a file",
    params: VideoId,
    query: z.strictObject({ format: z.enum(["vtt", "txt", "csv"]).default("vtt") }),
  }),
  setDownload: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/download",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Allow or block downloads of a video by viewers",
    params: VideoId,
    body: acceptBareField(
      "download",
      z.strictObject({ download: z.boolean(), revision: Revision.optional() }),
    ),
    response: VideoView,
  }),
  setRepresentations: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/representations",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Change the encoding parameters, which restarts the encoding",
    params: VideoId,
    body: z.strictObject({
      inputQualities: InputQualities.optional(),
      encoding: z.enum(["encoding", "passthrough"]).optional(),
      firstPass: z.boolean().optional(),
      revision: Revision.optional(),
    }),
    response: VideoView,
  }),
  accelerate: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/accelerate",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Encode a video before the client's others",
    params: VideoId,
    response: VideoView,
  }),
  decelerate: defineRoute({
    method: "DELETE",
    path: "/api/videos/{id}/accelerate",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Return a video to normal encoding priority",
    params: VideoId,
    response: VideoView,
  }),
  getThumbnail: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/thumbnail",
    isOldCall: true,
    guard: "member",
    scope: "videos:read",
    summary: "Get the URL of the thumbnail; null while there is none",
    params: VideoId,
    response: z.object({ thumbnail: z.string().nullable() }),
  }),
  getPlayer: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/player",
    isOldCall: true,
    guard: "member",
    scope: "videos:read",
    summary: "Get the embed URLs and iframe code of a video",
    params: VideoId,
    response: z.object({ embedUrl: z.string(), directUrl: z.string(), iframe: z.string() }),
  }),
  getOwnerPass: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/ownerpass",
    guard: "member",
    scope: "noKey",
    summary:
      "Create a ten-minute pass to preview a video or scene list regardless of its rules, password and start",
    params: VideoId,
    response: z.object({
      /** The pass for the player's address: `…/embed/{uuid}#owner-pass={pass}`. */
      pass: z.string(),
      expiresAt: z.string(),
    }),
  }),
  refresh: defineRoute({
    method: "POST",
    path: "/api/refresh",
    isOldCall: true,
    guard: "manager",
    scope: "noKey",
    summary: "Refresh the statistics of all the client's videos",
    status: 202,
  }),
};

export const videoOperationsRoutes = { ...labelRoutes, ...schedulingRoutes, ...settingRoutes } as const;

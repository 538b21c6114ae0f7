import { z } from "zod";
import { Revision } from "../accounts/account.ts";
import { createPageSchema, PageQuery, sortBy } from "../list.ts";
import { SceneListSummary, SceneListView, Scenes } from "../media/scene-list.ts";
import { Description, Title, VideoPassword } from "../media/video.ts";
import { defineRoute } from "../route.ts";
import { Text, Uuid } from "../text.ts";

const SceneListId = z.object({ id: Uuid });

export const SCENE_LIST_SORT_FIELDS = [
  "title",
  "createdAt",
  "lastModifyAt",
  "duration",
  "sceneCount",
] as const;
export const SceneListQuery = PageQuery.extend({
  /** Searches title and description. */
  search: Text.trim().max(200).optional(),
  sort: sortBy(SCENE_LIST_SORT_FIELDS).optional(),
});
export type SceneListQuery = z.infer<typeof SceneListQuery>;

const sceneListFields = {
  title: Title,
  description: Description.optional(),
  /** Whether playback starts automatically; the client's own choice by default. */
  autoplay: z.boolean().optional(),
  isPassword: z.boolean().optional(),
  /** The password for viewers; null removes it. Passwords of the videos do not apply to the list. */
  password: VideoPassword.nullable().optional(),
};

export const sceneListRoutes = {
  listSceneLists: defineRoute({
    method: "GET",
    path: "/api/scenelists",
    guard: "editor",
    scope: "videos:read",
    summary: "List the client's scene lists, one page",
    query: SceneListQuery,
    response: createPageSchema(SceneListSummary),
  }),
  createSceneList: defineRoute({
    method: "POST",
    path: "/api/scenelists",
    guard: "editor",
    scope: "videos:write",
    summary: "Create a scene list from parts of videos; it plays as one video",
    body: z.strictObject({ ...sceneListFields, scenes: Scenes }),
    response: SceneListView,
    status: 201,
  }),
  getSceneList: defineRoute({
    method: "GET",
    path: "/api/scenelists/{id}",
    guard: "editor",
    scope: "videos:read",
    summary: "Get a scene list with its scenes in order",
    params: SceneListId,
    response: SceneListView,
  }),
  updateSceneList: defineRoute({
    method: "PUT",
    path: "/api/scenelists/{id}",
    guard: "editor",
    scope: "videos:write",
    summary: "Change a scene list; viewers see the previous version until new scenes are ready",
    params: SceneListId,
    body: z.strictObject({
      ...sceneListFields,
      revision: Revision,
      title: Title.optional(),
      /** All scenes in their new order. Unchanged ones are not re-encoded, unless they failed. */
      scenes: Scenes.optional(),
    }),
    response: SceneListView,
  }),
  deleteSceneList: defineRoute({
    method: "DELETE",
    path: "/api/scenelists/{id}",
    guard: "editor",
    scope: "videos:write",
    summary: "Delete a scene list for good; its videos are kept",
    params: SceneListId,
  }),
} as const;

import { z } from "zod";
import { createPageSchema, PageQuery } from "../list.ts";
import { OutroInput, OutroView } from "../media/outro.ts";
import { VideoView } from "../media/video.ts";
import { defineRoute } from "../route.ts";
import { Text, Uuid } from "../text.ts";
import { VideoId } from "./videos.ts";

const OutroId = z.object({ id: Uuid });

export const OutroListQuery = PageQuery.extend({ search: Text.trim().max(200).optional() });
export type OutroListQuery = z.infer<typeof OutroListQuery>;

export const outroRoutes = {
  listOutros: defineRoute({
    method: "GET",
    path: "/api/outros",
    guard: "member",
    scope: "videos:read",
    summary: "List the client's outros with their statistics, last changed first; the search matches titles",
    query: OutroListQuery,
    response: createPageSchema(OutroView),
  }),
  getOutro: defineRoute({
    method: "GET",
    path: "/api/outros/{id}",
    guard: "member",
    scope: "videos:read",
    summary: "Get an outro with its statistics",
    params: OutroId,
    response: OutroView,
  }),
  addOutro: defineRoute({
    method: "POST",
    path: "/api/outros",
    guard: "editor",
    scope: "videos:write",
    summary: "Create an outro",
    body: OutroInput,
    response: OutroView,
    status: 201,
  }),
  updateOutro: defineRoute({
    method: "PUT",
    path: "/api/outros/{id}",
    guard: "editor",
    scope: "videos:write",
    summary: "Replace the content of an outro for all videos that use it; `revision` is the one you read",
    params: OutroId,
    body: OutroInput.extend({ revision: z.number().int().min(1).max(2_147_483_647) }),
    response: OutroView,
  }),
  deleteOutro: defineRoute({
    method: "DELETE",
    path: "/api/outros/{id}",
    guard: "editor",
    scope: "videos:write",
    summary: "Delete an outro; its videos then have no outro",
    params: OutroId,
  }),
  assignOutro: defineRoute({
    method: "POST",
    path: "/api/outro/{id}",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Set the outro of a video; null removes it",
    params: VideoId,
    body: z.strictObject({ outro: Uuid.nullable() }),
    response: VideoView,
  }),
  getOutroPreview: defineRoute({
    method: "GET",
    path: "/api/outropreview",
    guard: "member",
    scope: "videos:read",
    summary: "Get the URL of the page that shows an outro as viewers see it",
    response: z.object({ url: z.string() }),
  }),
} as const;

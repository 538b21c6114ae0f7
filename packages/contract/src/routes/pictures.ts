import { z } from "zod";
import { createPageSchema, PageQuery } from "../list.ts";
import { PictureAlt, PictureName, PictureView } from "../media/picture.ts";
import { defineRoute } from "../route.ts";
import { Text, Uuid } from "../text.ts";

const PictureId = z.object({ id: Uuid });

export const PictureListQuery = PageQuery.extend({ search: Text.trim().max(200).optional() });
export type PictureListQuery = z.infer<typeof PictureListQuery>;

export const pictureRoutes = {
  listPictures: defineRoute({
    method: "GET",
    path: "/api/pictures",
    guard: "member",
    scope: "videos:read",
    summary: "List the client's picture bank, newest first; the search matches names",
    query: PictureListQuery,
    response: createPageSchema(PictureView),
  }),
  getPicture: defineRoute({
    method: "GET",
    path: "/api/pictures/{id}",
    guard: "member",
    scope: "videos:read",
    summary: "Get a picture",
    params: PictureId,
    response: PictureView,
  }),
  addPicture: defineRoute({
    method: "POST",
    path: "/api/pictures",
    guard: "editor",
    scope: "videos:write",
    summary:
      "Upload a picture: PNG, JPEG, WebP, GIF (its first frame) or AVIF; it can be used once its state is ready",
    multipart: {
      file: "picture",
      fields: z.strictObject({ name: PictureName.optional(), alt: PictureAlt.optional() }),
    },
    response: PictureView,
    status: 201,
  }),
  updatePicture: defineRoute({
    method: "PUT",
    path: "/api/pictures/{id}",
    guard: "editor",
    scope: "videos:write",
    summary: "Change a picture's name and description",
    params: PictureId,
    body: z.strictObject({ name: PictureName.optional(), alt: PictureAlt.optional() }),
    response: PictureView,
  }),
  deletePicture: defineRoute({
    method: "DELETE",
    path: "/api/pictures/{id}",
    guard: "editor",
    scope: "videos:write",
    summary: "Delete a picture; rejected while outros use it, with each one named in the fields",
    params: PictureId,
  }),
} as const;

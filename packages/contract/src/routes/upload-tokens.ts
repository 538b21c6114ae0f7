import { z } from "zod";
import {
  AddedUploadToken,
  CreateUploadToken,
  CurrentUpload,
  UploadTokenView,
} from "../developers/upload-tokens.ts";
import { defineRoute } from "../route.ts";
import { Uuid } from "../text.ts";

export const uploadTokenRoutes = {
  createUploadToken: defineRoute({
    method: "POST",
    path: "/api/uploadtokens",
    guard: "editor",
    scope: "uploads:write",
    summary: "Create a token for a browser to upload one video with fixed fields; it is returned only once",
    body: CreateUploadToken,
    response: AddedUploadToken,
    status: 201,
  }),
  listUploadTokens: defineRoute({
    method: "GET",
    path: "/api/uploadtokens",
    guard: "editor",
    scope: "uploads:write",
    summary: "List the latest 100 upload tokens of the client",
    response: z.array(UploadTokenView),
  }),
  revokeUploadToken: defineRoute({
    method: "DELETE",
    path: "/api/uploadtokens/{id}",
    guard: "editor",
    scope: "uploads:write",
    summary: "Revoke an upload token; calls with it are rejected, and its uploads stay",
    params: z.object({ id: Uuid }),
  }),
  getCurrentUpload: defineRoute({
    method: "GET",
    path: "/api/uploadtokens/current",
    guard: "editor",
    scope: "noKey",
    isForUploadTokens: true,
    summary: "Get the result of the calling token's upload",
    response: CurrentUpload,
  }),
} as const;

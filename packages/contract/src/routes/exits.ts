import { z } from "zod";
import { ExitLink, ExitView } from "../developers/exit.ts";
import { defineRoute } from "../route.ts";
import { Uuid } from "../text.ts";

const ExitId = z.object({ id: Uuid });

/** The calls that create and download archives with all data of a client. */
export const exitRoutes = {
  listExits: defineRoute({
    method: "GET",
    path: "/api/exits",
    guard: "manager",
    scope: "noKey",
    summary: "List the archives of the client's data, newest first",
    response: z.array(ExitView),
  }),
  createExit: defineRoute({
    method: "POST",
    path: "/api/exits",
    guard: "manager",
    scope: "noKey",
    summary: "Create an archive of all data of the client: media, metadata, statistics, projects and chat",
    response: ExitView,
    status: 201,
  }),
  createExitLink: defineRoute({
    method: "POST",
    path: "/api/exits/{id}/link",
    guard: "manager",
    scope: "noKey",
    summary: "Get a 24-hour link to a finished archive; the previous link ends",
    params: ExitId,
    response: ExitLink,
    status: 201,
  }),
  deleteExit: defineRoute({
    method: "DELETE",
    path: "/api/exits/{id}",
    guard: "manager",
    scope: "noKey",
    summary: "Delete an archive, or stop its creation",
    params: ExitId,
  }),
  downloadExit: defineRoute({
    method: "GET",
    path: "/api/exits/archive/{key}",
    guard: "public",
    summary: "Download an archive by its link; supports byte ranges, and If-Range with the ETag",
    params: z.object({ key: z.string().regex(/^[A-Za-z0-9_-]{43}$/, "is not the key of an archive") }),
  }),
} as const;

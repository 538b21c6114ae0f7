import { z } from "zod";
import {
  IMPORT_LIST_FORMATS,
  ImportReportQuery,
  ImportRows,
  ImportRowsQuery,
  ImportView,
} from "../developers/import.ts";
import { ImportSource } from "../developers/import-source.ts";
import { defineRoute } from "../route.ts";
import { Uuid } from "../text.ts";

const ImportId = z.object({ id: Uuid });

/** The calls that manage the imports of the caller's client. */
export const importRoutes = {
  listImports: defineRoute({
    method: "GET",
    path: "/api/imports",
    guard: "editor",
    scope: "noKey",
    summary: "List the client's imports of many videos, newest first",
    response: z.array(ImportView),
  }),
  createImport: defineRoute({
    method: "POST",
    path: "/api/imports",
    guard: "editor",
    scope: "noKey",
    summary: "Send a list of videos as CSV or JSON; it is read and checked, and nothing is fetched yet",
    multipart: {
      file: "file",
      /** The format of the file; if omitted, derived from its name. */
      fields: z.strictObject({ format: z.enum(IMPORT_LIST_FORMATS).optional() }),
    },
    response: ImportView,
    status: 201,
  }),
  createImportFromSource: defineRoute({
    method: "POST",
    path: "/api/imports/sources",
    guard: "editor",
    scope: "noKey",
    summary: "Read the list of videos from another service; nothing is fetched yet",
    body: ImportSource,
    response: ImportView,
    status: 201,
  }),
  getImport: defineRoute({
    method: "GET",
    path: "/api/imports/{id}",
    guard: "editor",
    scope: "noKey",
    summary: "Get an import with its progress",
    params: ImportId,
    response: ImportView,
  }),
  listImportRows: defineRoute({
    method: "GET",
    path: "/api/imports/{id}/rows",
    guard: "editor",
    scope: "noKey",
    summary: "List the lines of an import with their faults, 50 a page",
    params: ImportId,
    query: ImportRowsQuery,
    response: ImportRows,
  }),
  exportImportReport: defineRoute({
    method: "GET",
    path: "/api/imports/{id}/report",
    guard: "editor",
    scope: "noKey",
    summary: "Download the result of each line of an import as CSV",
    params: ImportId,
    query: ImportReportQuery,
  }),
  startImport: defineRoute({
    method: "POST",
    path: "/api/imports/{id}/start",
    guard: "editor",
    scope: "noKey",
    summary: "Start an import, or resume a paused one; lines with errors are left out",
    params: ImportId,
    response: ImportView,
  }),
  pauseImport: defineRoute({
    method: "POST",
    path: "/api/imports/{id}/pause",
    guard: "editor",
    scope: "noKey",
    summary: "Pause an import; running fetches finish",
    params: ImportId,
    response: ImportView,
  }),
  cancelImport: defineRoute({
    method: "POST",
    path: "/api/imports/{id}/cancel",
    guard: "editor",
    scope: "noKey",
    summary: "Cancel an import; its videos are kept",
    params: ImportId,
    response: ImportView,
  }),
  deleteImport: defineRoute({
    method: "DELETE",
    path: "/api/imports/{id}",
    guard: "editor",
    scope: "noKey",
    summary: "Delete an import that is not running, and its report; its videos are kept",
    params: ImportId,
  }),
} as const;

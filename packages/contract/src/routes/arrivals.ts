import { z } from "zod";
import { ArrivalUpload, ArrivalView, CreateArrival, CreateArrivalUpload } from "../developers/arrival.ts";
import { defineRoute } from "../route.ts";
import { integerText, Uuid } from "../text.ts";
import { uploadRoutes } from "./videos.ts";

const ArrivalId = z.object({ id: Uuid });

/** The calls that import archives of other installations into a client. */
export const arrivalRoutes = {
  listArrivals: defineRoute({
    method: "GET",
    path: "/api/arrivals",
    guard: "manager",
    scope: "noKey",
    summary: "List the archives that the client imported, newest first",
    response: z.array(ArrivalView),
  }),
  createArrival: defineRoute({
    method: "POST",
    path: "/api/arrivals",
    guard: "manager",
    scope: "noKey",
    summary: "Import the archive of another installation by its download link; it is checked first",
    body: CreateArrival,
    response: ArrivalView,
    status: 201,
  }),
  createArrivalUpload: defineRoute({
    method: "POST",
    path: "/api/arrivals/uploads",
    guard: "manager",
    scope: "noKey",
    summary: "Start or resume uploading the archive of another installation; it is imported once complete",
    body: CreateArrivalUpload,
    response: ArrivalUpload,
    status: 201,
  }),
  getArrivalUpload: defineRoute({
    method: "GET",
    path: "/api/arrivals/{id}/chunks",
    guard: "manager",
    scope: "noKey",
    summary: "List the stored chunks of an uploaded archive",
    params: ArrivalId,
    response: ArrivalUpload,
  }),
  uploadArrivalChunk: defineRoute({
    method: "POST",
    path: "/api/arrivals/{id}/chunks/{chunkNumber}",
    guard: "manager",
    scope: "noKey",
    summary: "Upload one chunk of 5,000,000 bytes of an archive, in any order and any number of times",
    params: z.object({ id: Uuid, chunkNumber: integerText(z.number().int().min(0).max(1_000_000)) }),
    multipart: uploadRoutes.uploadChunk.multipart,
    response: z.object({ received: z.number(), chunkCount: z.number(), isComplete: z.boolean() }),
  }),
  exportArrivalCodes: defineRoute({
    method: "GET",
    path: "/api/arrivals/{id}/codes",
    guard: "manager",
    scope: "noKey",
    summary: "Download the old and new uuids and embed codes as CSV",
    params: ArrivalId,
  }),
  deleteArrival: defineRoute({
    method: "DELETE",
    path: "/api/arrivals/{id}",
    guard: "manager",
    scope: "noKey",
    summary: "Remove an imported archive from the list, or stop its import",
    params: ArrivalId,
  }),
} as const;

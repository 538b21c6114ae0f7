import { z } from "zod";
import { JobProgress, JobProgressAnswer } from "./jobs.ts";
import { PlaybackDescriptor } from "./playback.ts";
import { defineRoute } from "./route.ts";

/** Header that carries the installation's secret between our own processes. */
export const INTERNAL_SECRET_HEADER = "x-shoal-internal";

/** One change a line of the SSE stream `GET /internal/changes`: `id` is the cursor, `data` this JSON. */
export const DescriptorChange = z.object({ uuid: z.string(), revision: z.number().int() });
export type DescriptorChange = z.infer<typeof DescriptorChange>;

/** Calls between our own processes; never reachable from outside, guarded by the installation's secret. */
export const internalRoutes = {
  /** ETag is the revision; 304 when unchanged. */
  getDescriptor: defineRoute({
    method: "GET",
    path: "/internal/descriptors/{uuid}",
    guard: "public",
    summary: "The playback descriptor of a video",
    params: z.object({ uuid: z.string() }),
    response: PlaybackDescriptor,
  }),
  reportProgress: defineRoute({
    method: "POST",
    path: "/internal/progress",
    guard: "public",
    summary: "Progress of a running job",
    body: JobProgress,
    response: JobProgressAnswer,
  }),
} as const;

/** SSE: `?cursor=` or Last-Event-ID resumes; without one it starts now. */
export const CHANGES_PATH = "/internal/changes";

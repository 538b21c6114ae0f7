import { AppError } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { videoQuery } from "../../lib/video-cache.ts";

/** A live is polled this often in addition to pushed changes: an unreachable one is never pushed. */
const POLL_MS = 5_000;

/** The live does not exist, or does not exist any more. */
export const isGone = (error: unknown): error is AppError =>
  error instanceof AppError && ["video_not_found", "bad_request"].includes(error.code);

/** The video of a live, kept up to date while a component shows it. */
export const liveQuery = (uuid: string) =>
  queryOptions({
    ...videoQuery(uuid),
    refetchInterval: ({ state }) => !isGone(state.error) && POLL_MS,
  });

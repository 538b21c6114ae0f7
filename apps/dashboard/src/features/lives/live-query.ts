import { AppError } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { videoQuery } from "../../lib/video-cache.ts";

/** Polling interval in ms, in addition to pushed changes. Nothing is pushed if a live becomes unreachable. */
const REFETCH_INTERVAL_MS = 5_000;

/** Whether an error means that the live does not exist. */
export const isLiveMissing = (error: unknown): error is AppError =>
  error instanceof AppError && ["video_not_found", "bad_request"].includes(error.code);

/** Query for the video of a live, kept up to date while a component shows it. */
export const liveQuery = (uuid: string) =>
  queryOptions({
    ...videoQuery(uuid),
    refetchInterval: ({ state }) => !isLiveMissing(state.error) && REFETCH_INTERVAL_MS,
  });

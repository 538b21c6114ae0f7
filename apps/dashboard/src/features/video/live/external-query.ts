import { routes, type VideoView } from "@shoal/contract";
import { isLiveRunning } from "@shoal/domain";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/session.ts";

/** The polling interval, in ms, which equals the interval at which ingests report. */
const REFETCH_INTERVAL_MS = 2_000;

/** Query for the restream targets of a live, with the keys; only editors may load it. */
export const externalStreamsQuery = (uuid: string) =>
  queryOptions({
    queryKey: ["external-streams", uuid],
    queryFn: ({ signal }) => call(routes.getExternalStreams, { params: { id: uuid } }, { signal }),
  });

export const externalStatsKey = (uuid: string) => ["external-stats", uuid] as const;

/** Query for the state of each target; polled while the live is running, and reloaded when it starts or ends. */
export const externalStatsQuery = ({ uuid, live }: Pick<VideoView, "uuid" | "live">) =>
  queryOptions({
    queryKey: [...externalStatsKey(uuid), live?.state],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(routes.listExternalStreamStats, { params: { id: uuid } }, { signal }),
    refetchInterval: live && isLiveRunning(live.state) ? REFETCH_INTERVAL_MS : false,
  });

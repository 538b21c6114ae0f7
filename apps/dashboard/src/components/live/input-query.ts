import { LIVE_INPUT_INTERVAL_MS, routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";

/** What the encoder of a live sends, as often as it is measured. */
export const inputQuery = (uuid: string) =>
  queryOptions({
    queryKey: ["video-input", uuid],
    queryFn: ({ signal }) => call(routes.getInputInfos, { params: { id: uuid } }, { signal }),
    refetchInterval: LIVE_INPUT_INTERVAL_MS,
    // What was measured a while ago is no answer.
    gcTime: 0,
  });

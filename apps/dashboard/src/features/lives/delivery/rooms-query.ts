import type { EncodingStatus, VideoView } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import type { ListShape, ListState } from "../../../components/ui/table/list-address.ts";
import { videoListQuery } from "../../../lib/video-cache.ts";

const SORT_FIELDS = ["title", "concurrentUsers"] as const;
export type RoomSortField = (typeof SORT_FIELDS)[number];

export const ROOM_LIST: ListShape<RoomSortField, never> = {
  sortFields: SORT_FIELDS,
  defaultSort: { title: 1 },
  filters: [],
};

/** The encoding statuses of running lives (§4). */
const RUNNING_STATUSES: EncodingStatus[] = ["waiting_for_encoding", "encoding"];
/** The polling interval, in ms. Polling is needed because no event announces a starting live. */
const REFETCH_INTERVAL_MS = 5_000;

/** Query for a page of the client's running lives that are without delay for some or all viewers. */
export const roomsQuery = ({ page, pageSize, sort }: ListState<RoomSortField, never>) =>
  queryOptions({
    ...videoListQuery({
      page,
      pagesize: pageSize,
      sort,
      filter: { type: "live", status: RUNNING_STATUSES, directStream: ["no", "middle"] },
    }),
    refetchInterval: REFETCH_INTERVAL_MS,
  });

/** Whether some viewers of a live receive it directly, through a room with the publishing page. */
export const hasRoom = <Video extends Pick<VideoView, "directStream">>(
  video: Video,
): video is Video & { directStream: "no" | "middle" } =>
  video.directStream === "no" || video.directStream === "middle";

import { type ResponseOf, routes } from "@shoal/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/session.ts";

type Storyboard = NonNullable<ResponseOf<typeof routes.getStoryboard>["storyboard"]>;
export type Tile = Storyboard["tiles"][number];

/** How long a storyboard is fresh, in ms; the links to its sheets are valid for a day. */
const STALE_TIME_MS = 3_600_000;
/** Polling interval in ms: the storyboard of the whole video is available shortly after the encoding, or never. */
const POLL_INTERVAL_MS = { least: 1_000, most: 60_000, growth: 1.3 };

interface StoryboardSource {
  uuid: string;
  /** The time of the video's last change, so that a changed video loads a new storyboard; a placeholder if the time is unknown. */
  lastModifyAt: string;
  encodingStatus: string | null;
}

/** Query for the storyboard of a video; polled at increasing intervals until the storyboard covers the whole video. */
export const storyboardQuery = ({ uuid, lastModifyAt, encodingStatus }: StoryboardSource) =>
  queryOptions({
    queryKey: ["video-storyboard", uuid, lastModifyAt, encodingStatus],
    staleTime: STALE_TIME_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(routes.getStoryboard, { params: { id: uuid } }, { signal }),
    refetchInterval: ({ state }) =>
      !state.data?.storyboard?.isWhole &&
      Math.min(
        POLL_INTERVAL_MS.most,
        POLL_INTERVAL_MS.least * POLL_INTERVAL_MS.growth ** state.dataUpdateCount,
      ),
  });

/** Returns a storyboard tile with the URL of its sheet and its size on the sheet. */
export const tilePictureOf = ({ x, y, width, height, sheet }: Tile, sheets: readonly string[]) => ({
  width,
  height,
  backgroundImage: `url("${sheets[sheet] ?? ""}")`,
  backgroundPosition: `-${x}px -${y}px`,
});

import type { VideoView } from "@shoal/contract";
import { useCallback, useState } from "react";

/** The chosen videos of one list, as they were when they were chosen. */
export interface Selection {
  videos: ReadonlyMap<string, VideoView>;
  select: (video: VideoView, isSelected: boolean) => void;
  selectAll: (videos: VideoView[]) => void;
  clear: () => void;
}

const NOTHING: ReadonlyMap<string, VideoView> = new Map();

/** Outlives pages and orders of one list; another list begins with nothing chosen. */
export function useSelection(listKey: string): Selection {
  const [chosen, setChosen] = useState({ listKey, videos: NOTHING });
  const videos = chosen.listKey === listKey ? chosen.videos : NOTHING;
  const change = useCallback(
    (edit: (videos: Map<string, VideoView>) => void) =>
      setChosen((before) => {
        const next = new Map(before.listKey === listKey ? before.videos : NOTHING);
        edit(next);
        return { listKey, videos: next };
      }),
    [listKey],
  );
  const select = useCallback(
    (video: VideoView, isSelected: boolean) =>
      change((next) => {
        if (isSelected) next.set(video.uuid, video);
        else next.delete(video.uuid);
      }),
    [change],
  );
  const selectAll = (all: VideoView[]) =>
    change((next) => {
      for (const video of all) next.set(video.uuid, video);
    });
  return { videos, select, selectAll, clear: () => change((next) => next.clear()) };
}

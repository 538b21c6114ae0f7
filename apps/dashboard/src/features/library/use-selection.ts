import type { VideoView } from "@shoal/contract";
import { useMemo, useState, useSyncExternalStore } from "react";

type Chosen = ReadonlyMap<string, VideoView>;

/**
 * The chosen videos of one list, as they were when they were chosen. It stays the same while they change, so that a
 * click draws again who shows what it changed and not a hundred cards.
 */
export interface Selection {
  videos: () => Chosen;
  select: (video: VideoView, isSelected: boolean) => void;
  selectAll: (videos: readonly VideoView[]) => void;
  clear: () => void;
  /** @returns a function that ends it. */
  subscribe: (listener: () => void) => () => void;
}

const NOTHING: Chosen = new Map();

/** Outlives pages and orders of one list; another list begins with nothing chosen. */
export function useSelection(listKey: string): Selection {
  const [store] = useState(createStore);
  return useMemo(() => createSelection(store, listKey), [store, listKey]);
}

/** The chosen videos; who asks is drawn again with every change. */
export const useChosen = (selection: Selection): Chosen =>
  useSyncExternalStore(selection.subscribe, selection.videos);

/** Whether a video is chosen; who asks is drawn again when that changes. @param selection undefined: nothing can be. */
export const useIsChosen = (selection: Selection | undefined, uuid: string): boolean =>
  useSyncExternalStore(selection?.subscribe ?? ignore, () => selection?.videos().has(uuid) ?? false);

/** Whether anything is chosen. */
export const useHasChosen = (selection: Selection): boolean =>
  useSyncExternalStore(selection.subscribe, () => selection.videos().size > 0);

const ignore = () => () => undefined;

/** Holds what is chosen and the list it was chosen in. */
function createStore() {
  let chosen = { listKey: "", videos: NOTHING };
  const listeners = new Set<() => void>();
  return {
    read: () => chosen,
    write(next: typeof chosen): void {
      chosen = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function createSelection(store: ReturnType<typeof createStore>, listKey: string): Selection {
  const videos = () => (store.read().listKey === listKey ? store.read().videos : NOTHING);
  function change(edit: (videos: Map<string, VideoView>) => void): void {
    const next = new Map(videos());
    edit(next);
    store.write({ listKey, videos: next });
  }
  return {
    videos,
    select: (video, isSelected) =>
      change((next) => {
        if (isSelected) next.set(video.uuid, video);
        else next.delete(video.uuid);
      }),
    selectAll: (all) =>
      change((next) => {
        for (const video of all) next.set(video.uuid, video);
      }),
    clear: () => change((next) => next.clear()),
    subscribe: store.subscribe,
  };
}

import { createContext, useContext, useSyncExternalStore } from "react";
import { createPreviewLink, type PreviewLink, type PreviewTime } from "./preview-link.ts";

/** Provides the connection to the preview of the surrounding page. */
export const PreviewContext = createContext<PreviewLink>(createPreviewLink());

export const usePreview = (): PreviewLink => useContext(PreviewContext);

/**
 * Returns the position of the preview; undefined while it has nothing to play. Re-renders several times a second during
 * playback.
 */
export function usePreviewTime(): PreviewTime | undefined {
  const preview = usePreview();
  return useSyncExternalStore(preview.subscribe, preview.time);
}

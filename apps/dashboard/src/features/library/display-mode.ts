import { useState } from "react";
import { useMe } from "../../lib/user.ts";

/** The display modes of §2: mosaic is 0, list is 1, old list is 2. */
const DISPLAY_MODES = ["mosaic", "list", "oldList"] as const;
export type DisplayMode = (typeof DISPLAY_MODES)[number];

const STORAGE_KEY = "shoal.libraryMode";

/** Returns the display mode of this browser; the old list only if the client has it. */
export function useDisplayMode(): {
  mode: DisplayMode;
  modes: readonly DisplayMode[];
  choose: (mode: DisplayMode) => void;
} {
  const hasOldList = useMe()?.client_infos[0]?.oldTable ?? false;
  const modes = hasOldList ? DISPLAY_MODES : DISPLAY_MODES.slice(0, 2);
  const [saved, setSaved] = useState(() => DISPLAY_MODES[Number(localStorage.getItem(STORAGE_KEY))]);
  function choose(mode: DisplayMode): void {
    localStorage.setItem(STORAGE_KEY, String(DISPLAY_MODES.indexOf(mode)));
    setSaved(mode);
  }
  return { mode: saved && modes.includes(saved) ? saved : "mosaic", modes, choose };
}

import type { showOverlay as PublicShowOverlay } from "../../types/shoal-overlay.d.ts";
import { showOverlay as show } from "../overlay/overlay.ts";

export const showOverlay: typeof PublicShowOverlay = show;

// Loading this file shows the overlay. The plugin loads it as a module if its option is set, and a bookmarklet loads it as a script
// when it is clicked.
show({ takesFocus: document.currentScript !== null });

import type { showOverlay as PublicShowOverlay } from "../../types/shoal-overlay.d.ts";
import { showOverlay as show } from "../overlay/overlay.ts";

export const showOverlay: typeof PublicShowOverlay = show;

// Loading this file shows it: the plugin does so by its option, as a module; a bookmarklet by a click, as a script.
show({ takesFocus: document.currentScript !== null });

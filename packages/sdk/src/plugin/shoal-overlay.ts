import type { showOverlay as PublicShowOverlay } from "../../types/shoal-overlay.d.ts";
import { showOverlay as show } from "../overlay/overlay.ts";

export const showOverlay: typeof PublicShowOverlay = show;

// Loading this file shows the overlay: the plugin loads it as a module for its option, and a bookmarklet as a script for a
// click.
show({ takesFocus: document.currentScript !== null });

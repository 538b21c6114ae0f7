import type { MediaPlayerClass } from "dashjs";
import type { ShoalAttachment, ShoalOptions } from "./shoal.d.ts";

/** Attaches a dash.js player that has its video element, playing from any CDN, to the swarm. Never throws: see `onError`. */
export declare function attachDash(player: MediaPlayerClass, options: ShoalOptions): ShoalAttachment;

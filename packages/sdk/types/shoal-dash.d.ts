import type { MediaPlayerClass } from "dashjs";
import type { ShoalAttachment, ShoalOptions } from "./shoal.d.ts";

/** Puts a dash.js player that has its video, playing from any CDN, on the swarm. Never throws: see `onError`. */
export declare function attachDash(player: MediaPlayerClass, options: ShoalOptions): ShoalAttachment;

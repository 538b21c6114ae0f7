import type Hls from "hls.js";
import type { ShoalAttachment, ShoalOptions } from "./shoal.d.ts";

/** Attaches an hls.js player, playing from any CDN, to the swarm. Never throws: see `onError`. */
export declare function attachHls(hls: Hls, video: HTMLVideoElement, options: ShoalOptions): ShoalAttachment;

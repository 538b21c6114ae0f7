import type videojs from "video.js";
import type { ShoalAttachment, ShoalOptions } from "./shoal.d.ts";

/** Attaches a Video.js player with VHS, playing from any CDN, to the swarm. Never throws: see `onError`. */
export declare function attachVideojs(
  player: ReturnType<typeof videojs>,
  options: ShoalOptions,
): ShoalAttachment;

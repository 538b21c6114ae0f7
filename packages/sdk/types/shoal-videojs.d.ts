import type videojs from "video.js";
import type { ShoalAttachment, ShoalOptions } from "./shoal.d.ts";

/** Puts a Video.js player, playing from any CDN by its VHS, on the swarm. Never throws: see `onError`. */
export declare function attachVideojs(
  player: ReturnType<typeof videojs>,
  options: ShoalOptions,
): ShoalAttachment;

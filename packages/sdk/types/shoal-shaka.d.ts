import type { ShoalAttachment, ShoalOptions } from "./shoal.d.ts";

/** A `shaka.Player`, of Shaka 5. */
export interface ShakaPlayer {
  getNetworkingEngine(): unknown;
}

/** Puts a Shaka player, playing DASH or HLS from any CDN, on the swarm. Never throws: see `onError`. */
export declare function attachShaka(
  player: ShakaPlayer,
  video: HTMLVideoElement,
  options: ShoalOptions,
): ShoalAttachment;

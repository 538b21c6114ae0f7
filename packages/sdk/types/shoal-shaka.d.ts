import type { ShoalAttachment, ShoalOptions } from "./shoal.d.ts";

/** A `shaka.Player`, of Shaka 5. */
export interface ShakaPlayer {
  getNetworkingEngine(): unknown;
}

/** Attaches a Shaka player, playing DASH or HLS from any CDN, to the swarm. Never throws: see `onError`. */
export declare function attachShaka(
  player: ShakaPlayer,
  video: HTMLVideoElement,
  options: ShoalOptions,
): ShoalAttachment;

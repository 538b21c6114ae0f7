import type { PlaySession } from "@shoal/contract/player";
import type { SwarmEngineOptions } from "@shoal/p2p";
import { cacheBytesFor, currentDevice, currentNetwork, mayUpload } from "./device.ts";

type SwarmOptions = Pick<
  SwarmEngineOptions,
  "rules" | "trackerUrl" | "ticket" | "iceServers" | "mayUpload" | "cacheMaxBytes"
>;

/** Returns the session's tracker and rules, and what this device may contribute. */
export function swarmOptionsOf(p2p: Omit<PlaySession["p2p"], "hashesUrl">): SwarmOptions {
  const device = currentDevice();
  return {
    ...p2p,
    mayUpload: ({ uploadOnCellular }) => mayUpload(device, currentNetwork(), uploadOnCellular),
    cacheMaxBytes: cacheBytesFor(device),
  };
}

export const isAdvancing = (video: HTMLVideoElement): boolean =>
  !video.paused && !video.seeking && video.readyState >= video.HAVE_FUTURE_DATA;

import type { BeaconMinute } from "@shoal/contract/player";

/** A player's report of one minute in which only the given counters changed. @param minute since 1970. */
export const beaconMinute = (minute: number, counters: Partial<BeaconMinute> = {}): BeaconMinute => ({
  minute,
  secServer: 0,
  secPeer: 0,
  secRebufServer: 0,
  secRebufPeer: 0,
  bytesServer: 0,
  bytesPeer: 0,
  bytesUp: 0,
  kbpsSeconds: 0,
  secBestQuality: 0,
  views: 0,
  attempts: 0,
  startupMs: 0,
  peers: 0,
  errors: 0,
  ...counters,
});

import type { BeaconMinute } from "@shoal/contract/player";

/** Creates a player's report of one minute in which only the given counters changed. @param minute the number of minutes since 1970. */
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

/**
 * Creates a player's report of one minute in which it played data from the edge and from peers.
 * @param minute the number of minutes since 1970.
 */
export const playedMinute = (minute: number, changes: Partial<BeaconMinute> = {}): BeaconMinute =>
  beaconMinute(minute, {
    secServer: 10,
    secPeer: 20,
    secRebufPeer: 1,
    bytesServer: 1_000,
    bytesPeer: 2_000,
    bytesUp: 10,
    kbpsSeconds: 30_000,
    secBestQuality: 30,
    views: 1,
    attempts: 1,
    startupMs: 300,
    peers: 2,
    ...changes,
  });

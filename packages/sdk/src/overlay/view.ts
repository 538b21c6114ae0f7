import type { SwarmInspection } from "@shoal/p2p";
import { UPLINK_UNKNOWN } from "@shoal/p2p/protocol";
import type { PlayerStats } from "../metrics/meter.ts";
import { type Bar, barsOf } from "./bars.ts";
import type { PeerStats } from "./peer-stats.ts";
import type { PlayerMonitor, Stall } from "./player-monitor.ts";
import { type RuleRow, ruleRowsOf } from "./rule-rows.ts";
import { type Abilities, type Status, statusOf } from "./status.ts";

type InspectedPlayer = Pick<PlayerMonitor, "inspect" | "stalls" | "peerStats" | "uploadRate">;

/** The number of seconds that are shown on each side of the playhead. Fewer are shown near the end of the video. */
const PAST_WINDOW_SEC = 60;
const AHEAD_WINDOW_SEC = 36;
const MIN_LENGTH_SEC = 30;
const SHORT_ID_LENGTH = 6;

export interface PeerRow {
  id: string;
  shortId: string;
  isOpen: boolean;
  stats: PeerStats | undefined;
  /** The peer's announced upload rate, in kbit/s; undefined if it was not measured. */
  uplinkKbps: number | undefined;
}

/** Everything that the overlay draws, without texts. */
export interface OverlayView {
  name: string | undefined;
  status: Status;
  stats: PlayerStats;
  /** The peers' share of the received bytes, 0–1; undefined before the first byte. */
  peerShare: number | undefined;
  /** The number of received bytes that were not usable: duplicate, late or wrong. */
  bytesWasted: number;
  fromSec: number;
  toSec: number;
  positionSec: number;
  /** The seconds from the playhead to the end of the buffer. */
  bufferedSec: number;
  bars: Bar[];
  stalls: readonly Stall[];
  peers: PeerRow[];
  rules: RuleRow[];
  /** The current upload rate, in bytes per second. */
  uploadRate: number;
  /** The measured uplink, in bytes per second; undefined while it has not been measured. */
  uplink: number | undefined;
  /** Whether this viewer may upload. False on a mobile network, or in data-saving mode. */
  mayUpload: boolean;
  isTracked: boolean | undefined;
  selfId: string;
}

export const shortIdOf = (id: string): string => id.slice(0, SHORT_ID_LENGTH);

/** Returns what the overlay draws for a player at a moment. */
export function viewOf(watch: InspectedPlayer, abilities: Abilities, nowMs: number): OverlayView {
  const inspection = watch.inspect();
  const { video, name, stats, swarm, renditionAt } = inspection;
  const positionSec = video.currentTime;
  const fromSec = Math.max(0, positionSec - PAST_WINDOW_SEC);
  const toSec = Math.min(
    fromSec + PAST_WINDOW_SEC + AHEAD_WINDOW_SEC,
    Math.max(fromSec + MIN_LENGTH_SEC, video.duration || 0),
  );
  const state = swarm?.state;
  const bytes = stats.bytesServer + stats.bytesPeer;
  const bars = barsOf(swarm?.arrivals.segments ?? [], state?.wants ?? {}, renditionAt);
  return {
    name,
    stats,
    positionSec,
    fromSec,
    toSec,
    status: statusOf(inspection, abilities),
    peerShare: bytes > 0 ? stats.bytesPeer / bytes : undefined,
    bytesWasted: wastedOf(swarm),
    bufferedSec: bufferedEnd(video.buffered, positionSec),
    bars: bars.filter(({ startSec, endSec }) => endSec > fromSec && startSec < toSec),
    stalls: watch.stalls.filter(({ atSec }) => atSec >= fromSec && atSec <= toSec),
    peers: [...(swarm?.peers ?? [])].map(([id, { isOpen }]) => ({
      id,
      shortId: shortIdOf(id),
      isOpen,
      stats: watch.peerStats.get(id),
      uplinkKbps: knownKbps(state?.peers[id]?.uplinkKbps),
    })),
    rules: ruleRowsOf(inspection),
    uploadRate: watch.uploadRate(inspection, nowMs),
    uplink: state?.uplinkBytesPerSec || undefined,
    mayUpload: state?.canUpload ?? true,
    isTracked: swarm?.isTracked,
    selfId: shortIdOf(state?.selfId ?? ""),
  };
}

function wastedOf(swarm: SwarmInspection | undefined): number {
  if (!swarm) return 0;
  const { stats, arrivals, loads } = swarm;
  let used = arrivals.bytes;
  for (const { assembly } of loads) used += assembly.received;
  return stats.bytesServer + stats.bytesPeer - used;
}

const knownKbps = (kbps: number | undefined): number | undefined =>
  kbps === UPLINK_UNKNOWN ? undefined : kbps;

function bufferedEnd(buffered: TimeRanges, positionSec: number): number {
  for (let index = 0; index < buffered.length; index++) {
    const isHere = buffered.start(index) <= positionSec + 0.1 && buffered.end(index) > positionSec;
    if (isHere) return buffered.end(index);
  }
  return positionSec;
}

import type { BeaconMinute } from "@shoal/contract/player";
import { LRUCache } from "lru-cache";
import { MAX_CACHED_SESSIONS } from "../playback/playback-token.ts";

/** How many of a session's minutes are kept to compare repeated reports with: as many as a batch can contain. */
const MAX_MINUTES = 61;
/** The tolerance for buffering ahead and for clock differences, in seconds. */
const PLAYED_TIME_TOLERANCE_SEC = 120;
/**
 * How many times the size of its media a session may load: seconds are loaded twice after a switch of renditions, and lost data is
 * loaded again.
 */
const MAX_REDUNDANCY_FACTOR = 3;
/**
 * The bit rate assumed for unknown media, such as media on other CDNs: that of generously encoded 2160p at 60 frames per second.
 */
export const UNKNOWN_PEAK_BPS = 50_000_000;
/** How far a viewer's clock may lag behind the clock of the edge, which sets the birth of sessions. */
const MAX_CLOCK_SKEW_MS = 30_000;

/** How much more than this edge sent a session may report, since only one side counts aborted and running transfers. */
const TOLERANCE_FACTOR = 1.2;
const TOLERANCE_BYTES = 5_000_000;

interface ReportedMinute {
  /**
   * The sum of all counters of the minute and of its number of events. It only grows, so a smaller sum belongs to an older report.
   */
  sum: number;
  bytes: number;
  serverBytes: number;
}

/** The bytes that a session has loaded since its previous report. */
export interface LoadedBytes {
  serverBytes: number;
  peerBytes: number;
}

/** The reasons why parts of a session's reported figures are not counted. */
export type CutClaim = "minutes_before_birth" | "second_views" | "bytes";

interface SessionRecord {
  minutes: Map<number, ReportedMinute>;
  /** The total bytes of the minutes that have been dropped from `minutes`. */
  pastBytes: number;
  /** The server bytes of all minutes of the session. */
  serverBytes: number;
  isDisagreeing: boolean;
  /** The minutes that reported the start of playback and the request to play, each of which happens once per session. */
  viewMinute?: number;
  attemptMinute?: number;
}

interface AcceptOptions {
  nowMs: number;
  /** When an edge opened the session. */
  bornAtMs: number;
  peakBps?: number | undefined;
  onLoaded?: ((loaded: LoadedBytes) => void) | undefined;
  onCut?: ((what: CutClaim) => void) | undefined;
}

interface ServedBytesSource {
  /** The bytes that this edge sent in a session; undefined if it sent none. */
  servedTo(sessionId: string): number | undefined;
  /**
   * Called when a session reported clearly more than this edge sent. Such sessions are counted but never capped: another edge or a
   * cache may have sent the difference.
   */
  onDisagreement(): void;
}

/**
 * Tracks sessions' reports, so that no session claims more than it can have loaded and no late report replaces a newer one. The
 * limits start over after a restart of the edge, and for sessions that were forgotten.
 */
export class SessionLedger {
  readonly #sessions = new LRUCache<string, SessionRecord>({ max: MAX_CACHED_SESSIONS });
  readonly #own: ServedBytesSource;
  constructor(own: ServedBytesSource) {
    this.#own = own;
  }

  /**
   * Returns the minutes of a batch that contain new figures and do not precede the session. Their bytes are capped at what the
   * session can have loaded, and one view in total is kept.
   * @param peakBps the peak bit rate of the top rendition with audio; undefined if unknown.
   * @param onLoaded receives the bytes that were not reported before.
   */
  accept(
    sessionId: string,
    minutes: readonly BeaconMinute[],
    { nowMs, bornAtMs, peakBps = UNKNOWN_PEAK_BPS, onLoaded, onCut }: AcceptOptions,
  ): BeaconMinute[] {
    const own = minutes.filter(({ minute }) => minute >= firstMinuteOf(bornAtMs));
    if (own.length < minutes.length) onCut?.("minutes_before_birth");
    if (own.length === 0) return [];
    const ledger: SessionRecord = this.#sessions.get(sessionId) ?? {
      minutes: new Map<number, ReportedMinute>(),
      pastBytes: 0,
      serverBytes: 0,
      isDisagreeing: false,
    };
    this.#sessions.set(sessionId, ledger);
    const playedSec = Math.max(0, (nowMs - bornAtMs) / 1_000);
    const maxBytes = ((playedSec + PLAYED_TIME_TOLERANCE_SEC) * peakBps * MAX_REDUNDANCY_FACTOR) / 8;
    const taken = own
      .filter((minute) => sumOf(minute) >= (ledger.minutes.get(minute.minute)?.sum ?? 0))
      .map((minute) => acceptMinute(ledger, minute, { maxBytes, onLoaded, onCut }))
      .map((minute) => countViewOnce(ledger, minute, onCut));
    this.#compare(sessionId, ledger);
    return taken;
  }

  #compare(sessionId: string, ledger: SessionRecord): void {
    const servedBytes = this.#own.servedTo(sessionId);
    if (ledger.isDisagreeing || servedBytes === undefined) return;
    ledger.isDisagreeing = ledger.serverBytes > servedBytes * TOLERANCE_FACTOR + TOLERANCE_BYTES;
    if (ledger.isDisagreeing) this.#own.onDisagreement();
  }
}

/** The earliest minute that a session can have played in, so reports of earlier minutes are rejected. */
const firstMinuteOf = (bornAtMs: number): number => Math.floor((bornAtMs - MAX_CLOCK_SKEW_MS) / 60_000);

/** Keeps a session's view only in the minute that reported it first, since a session starts to play once. */
function countViewOnce(
  ledger: SessionRecord,
  minute: BeaconMinute,
  onCut: AcceptOptions["onCut"],
): BeaconMinute {
  if (minute.views > 0) ledger.viewMinute ??= minute.minute;
  if (minute.attempts > 0) ledger.attemptMinute ??= minute.minute;
  const isSecondView = minute.views > 0 && ledger.viewMinute !== minute.minute;
  const isSecondAttempt = minute.attempts > 0 && ledger.attemptMinute !== minute.minute;
  if (!isSecondView && !isSecondAttempt) return minute;
  onCut?.("second_views");
  return {
    ...minute,
    ...(isSecondView ? { views: 0, startupMs: 0 } : {}),
    ...(isSecondAttempt ? { attempts: 0 } : {}),
  };
}

function acceptMinute(
  ledger: SessionRecord,
  minute: BeaconMinute,
  { maxBytes, onLoaded, onCut }: { maxBytes: number } & Pick<AcceptOptions, "onLoaded" | "onCut">,
): BeaconMinute {
  const { minutes } = ledger;
  const known = minutes.get(minute.minute);
  const all = [...minutes.values()].reduce((sum, { bytes }) => sum + bytes, ledger.pastBytes);
  const others = all - (known?.bytes ?? 0);
  const roomBytes = Math.max(0, maxBytes - others);
  const claimed = minute.bytesServer + minute.bytesPeer;
  const share = claimed > roomBytes ? roomBytes / claimed : 1;
  if (share < 1 || minute.bytesUp > maxBytes) onCut?.("bytes");
  const serverBytes = minute.bytesServer * share;
  ledger.serverBytes += serverBytes - (known?.serverBytes ?? 0);
  const reported = { sum: sumOf(minute), bytes: claimed * share, serverBytes };
  minutes.set(minute.minute, reported);
  onLoaded?.(loadedSince(known, reported));
  const [oldest] = minutes.keys();
  if (minutes.size > MAX_MINUTES && oldest !== undefined) {
    ledger.pastBytes += minutes.get(oldest)?.bytes ?? 0;
    minutes.delete(oldest);
  }
  return {
    ...minute,
    bytesServer: serverBytes,
    bytesPeer: minute.bytesPeer * share,
    bytesUp: Math.min(minute.bytesUp, maxBytes),
  };
}

const EMPTY_REPORT: ReportedMinute = { sum: 0, bytes: 0, serverBytes: 0 };

/** Returns the increase of the capped counters, which never decrease. */
function loadedSince(before: ReportedMinute = EMPTY_REPORT, now: ReportedMinute): LoadedBytes {
  const serverBytes = now.serverBytes - before.serverBytes;
  return {
    serverBytes: Math.max(0, serverBytes),
    peerBytes: Math.max(0, now.bytes - before.bytes - serverBytes),
  };
}

const sumOf = ({
  minute: _minute,
  startupMs: _startupMs,
  peers: _peers,
  height: _height,
  otherRenditions: _otherRenditions,
  played: _played,
  replayed: _replayed,
  events = [],
  ...counters
}: BeaconMinute): number => Object.values(counters).reduce((sum, count) => sum + count, events.length);

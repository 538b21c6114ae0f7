import type { BeaconMinute } from "@shoal/contract/player";
import { networkOf } from "@shoal/domain";
import { LRUCache } from "lru-cache";
import type { EdgeMetrics } from "../platform/metrics.ts";
import type { ClaimLimits } from "./claim-limits.ts";
import { HourlyQuota } from "./hourly-quota.ts";
import type { CountedMedium, Meter } from "./meter.ts";

/** The number of remembered sessions. Each takes some 500 bytes. */
const MAX_SESSIONS = 100_000;
/** How long a minute is remembered, in ms. A batch can report it for this long. */
const MINUTE_RETENTION_MS = 3_720_000;
const MINUTE_MS = 60_000;
/** How far ahead of playback a player may buffer, in seconds. */
const MAX_BUFFER_AHEAD_SEC = 30;
/** The most seconds of playback whose bytes wait to be billed, since a player may fill its buffer faster than it plays. */
const MAX_UNBILLED_SEC = 120;
/** The highest upload rate of a viewer that is believed, in bits per second. */
const MAX_UPLOAD_BPS = 100_000_000;
/**
 * The most bytes from peers that are believed per byte from this edge. In any swarm, an edge sends the start of a hosted video and
 * the segments that peers would deliver too late.
 */
const MAX_PEER_BYTES_PER_SERVED_BYTE = 200;

export interface ReportedBytesOptions {
  meter: Pick<Meter, "add" | "raiseMost" | "raiseAddress">;
  metrics: Pick<EdgeMetrics, "billedBytes" | "unbilledBytes">;
  /** Returns the bytes that this edge sent in a session; undefined if a cache in front of the edge may have sent them instead. */
  servedTo: (sessionId: string) => number | undefined;
  limits: ReportLimits;
  /** Called when an address has used half of its hourly billing limit. It may be a large office, or a forger. */
  onHalfOfAddress: (medium: CountedMedium) => void;
  nowMs?: () => number;
}

/** Hourly limits for the billed part of claims. */
export interface ReportLimits {
  sessionsPerAddress: number;
  bytesPerAddress: number;
  bytesPerKey: number;
}

/** A session that reports bytes, with what the edge knows about the session. */
export interface ReportingSession extends CountedMedium {
  sessionId: string;
  bornAtMs: number;
  address: string;
  /** The key of the hourly limit: the plugin's config, or the client for our own player. */
  key: string;
  /** The maximum bit rate of the session's media, in bits per second. */
  rateBps: number;
  /** Whether this edge serves the media, so that the bytes it sends are billed instead of those that players report. */
  isServedHere: boolean;
  /**
   * Whether the bytes that this edge sends of the media are counted under the id of this session. This is not so for sessions of
   * the plugin: their player loads the address of a separate play session, which has another id.
   */
  isCountedHere: boolean;
  /** Whether a CDN entry serves the media. If so, the entry's log counts what it sends. */
  isFromCdn?: boolean;
  /** The limits derived from the client's usual claims; undefined if its own backend or the operator vouches for higher claims. */
  usual?: ClaimLimits | undefined;
}

interface ReportedMinute {
  server: number;
  peer: number;
  up: number;
}

interface SessionAccount {
  /**
   * The time since which this run knows all reports of the session: its birth, or the start of the run's memory if that is later.
   */
  sinceMs: number;
  isOlder: boolean;
  minutes: Map<number, ReportedMinute>;
  /** The reported bytes that are billed as soon as enough time has passed. */
  waiting: { server: number; peer: number };
  billed: { server: number; peer: number; up: number };
  /** The bytes that the account exchanged with peers in the last reported hour. */
  exchange: { hourMs: number; bytes: number };
}

const HOUR_MS = 60 * MINUTE_MS;
/** A quota without general limits, because each call passes its own limit. */
const UNLIMITED_QUOTA = { sessions: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

/**
 * Decides which of the bytes that players report from peers and other servers are billed. A session cannot load more than its
 * media take in the time since its birth, and the hourly claims of an address and a key are limited.
 */
export class ReportedBytes {
  readonly #options: ReportedBytesOptions;
  readonly #nowMs: () => number;
  readonly #byAddress: HourlyQuota;
  readonly #byKey: HourlyQuota;
  /** Quotas derived from the usual claims of clients and of their viewers' networks. */
  readonly #byClient = new HourlyQuota(UNLIMITED_QUOTA);
  readonly #byNetworkOfClient = new HourlyQuota(UNLIMITED_QUOTA);
  readonly #sessions: LRUCache<string, SessionAccount>;
  /** When this run's memory starts. An earlier run may have counted sessions that were born before it. */
  #knownSinceMs: number;
  constructor(options: ReportedBytesOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
    const { sessionsPerAddress, bytesPerAddress, bytesPerKey } = options.limits;
    this.#byAddress = new HourlyQuota({ sessions: sessionsPerAddress, bytes: bytesPerAddress });
    this.#byKey = new HourlyQuota({ sessions: Number.POSITIVE_INFINITY, bytes: bytesPerKey });
    this.#knownSinceMs = this.#nowMs();
    const dispose = (_account: SessionAccount, _sessionId: string, reason: LRUCache.DisposeReason) => {
      if (reason === "evict") this.#knownSinceMs = this.#nowMs();
    };
    this.#sessions = new LRUCache({ max: MAX_SESSIONS, dispose });
  }

  /** Bills the minutes of a beacon. @param minutes accepted by the session's ledger. */
  record(reporter: ReportingSession, minutes: readonly BeaconMinute[]): void {
    const latest = minutes.at(-1);
    if (!latest) return;
    const account = this.#accountOf(reporter);
    const grown = minutes.map((minute) => countNewBytes(account, minute));
    const sum = (counter: keyof ReportedMinute) => grown.reduce((all, each) => all + each[counter], 0);
    account.waiting.server += reporter.isServedHere || reporter.isFromCdn ? 0 : sum("server");
    account.waiting.peer += sum("peer");
    // Bytes count in the hour of the minute that reported them, so that both peers of an exchange are billed in the same hour.
    const atMs = latest.minute * MINUTE_MS;
    const billed = this.#bill(reporter, account, atMs);
    const up = this.#countUp(reporter, account, sum("up"), atMs);
    this.#raiseMost(reporter, account, billed.peer + up, atMs);
  }

  #bill(reporter: ReportingSession, account: SessionAccount, atMs: number): { peer: number } {
    const { meter, metrics } = this.#options;
    const { waiting, billed } = account;
    const claimed = waiting.server + waiting.peer;
    const roomBytes = this.#roomFor(reporter, account);
    const leftBytes = this.#quotaFor(reporter);
    const timelyShare = claimed === 0 ? 0 : Math.min(1, roomBytes / claimed);
    const provenPeer = Math.min(waiting.peer * timelyShare, this.#provenRoom(reporter, billed.peer));
    const timely = { server: waiting.server * timelyShare, peer: provenPeer };
    const timelyBytes = timely.server + timely.peer;
    const grantedShare = timelyBytes === 0 ? 0 : Math.min(1, leftBytes / timelyBytes);
    const granted = { server: timely.server * grantedShare, peer: timely.peer * grantedShare };
    const unverifiedBytes = timelyBytes * (1 - grantedShare);
    metrics.unbilledBytes.inc({ reason: "quota" }, unverifiedBytes);
    meter.add(reporter, "bytes_unverified", unverifiedBytes, atMs);
    this.#keepWaiting(reporter, account, timely);
    billed.server += granted.server;
    billed.peer += granted.peer;
    this.#charge(reporter, granted.server + granted.peer);
    meter.add(reporter, "bytes_elsewhere", granted.server, atMs);
    meter.add(reporter, "bytes_peer", granted.peer, atMs);
    metrics.billedBytes.inc({ from: "elsewhere" }, granted.server);
    metrics.billedBytes.inc({ from: "peer" }, granted.peer);
    return granted;
  }

  /** Keeps bytes that the elapsed time does not cover yet, at most as many as a player's buffer can hold. */
  #keepWaiting(
    { rateBps }: ReportingSession,
    { waiting }: SessionAccount,
    timely: { server: number; peer: number },
  ): void {
    const left = { server: waiting.server - timely.server, peer: waiting.peer - timely.peer };
    const leftBytes = left.server + left.peer;
    const keptShare = leftBytes === 0 ? 1 : Math.min(1, (MAX_UNBILLED_SEC * rateBps) / 8 / leftBytes);
    this.#options.metrics.unbilledBytes.inc({ reason: "time" }, leftBytes * (1 - keptShare));
    waiting.server = left.server * keptShare;
    waiting.peer = left.peer * keptShare;
  }

  #roomFor({ rateBps, isCountedHere }: ReportingSession, { sinceMs, billed }: SessionAccount): number {
    const passedSec = Math.max(0, this.#nowMs() - sinceMs) / 1_000;
    // Only media of this edge may be buffered ahead, since the edge's own counts prove that the session loads them.
    const aheadSec = isCountedHere ? MAX_BUFFER_AHEAD_SEC : 0;
    return Math.max(0, ((passedSec + aheadSec) * rateBps) / 8 - billed.server - billed.peer);
  }

  /**
   * Returns how many more bytes from peers are believed, which is a multiple of the bytes that this edge counted for the session.
   */
  #provenRoom({ sessionId, isCountedHere }: ReportingSession, billedBytes: number): number {
    if (!isCountedHere) return Number.POSITIVE_INFINITY;
    const servedBytes = this.#options.servedTo(sessionId);
    return Math.max(0, (servedBytes ?? 0) * MAX_PEER_BYTES_PER_SERVED_BYTE - billedBytes);
  }

  #quotaFor({ clientId, address, key, sessionId, usual }: ReportingSession): number {
    const nowMs = this.#nowMs();
    const network = networkOf(address);
    const left = [
      this.#byAddress.leftFor(network, sessionId, nowMs),
      this.#byKey.leftFor(key, sessionId, nowMs),
    ];
    if (usual)
      left.push(
        this.#byClient.leftFor(clientId, sessionId, nowMs, usual.clientBytes),
        this.#byNetworkOfClient.leftFor(`${clientId} ${network}`, sessionId, nowMs, usual.networkBytes),
      );
    return Math.min(...left);
  }

  #charge({ clientId, video, address, key, sessionId, usual }: ReportingSession, bytes: number): void {
    if (bytes === 0) return;
    const nowMs = this.#nowMs();
    const network = networkOf(address);
    const isHalfUsed = this.#byAddress.record(network, sessionId, bytes, nowMs);
    if (isHalfUsed) this.#options.onHalfOfAddress({ clientId, video });
    this.#options.meter.raiseAddress({ clientId, video }, this.#byAddress.shareUsed(network, nowMs));
    this.#byKey.record(key, sessionId, bytes, nowMs);
    if (!usual) return;
    this.#byClient.record(clientId, sessionId, bytes, nowMs);
    this.#byNetworkOfClient.record(`${clientId} ${network}`, sessionId, bytes, nowMs);
  }

  /** Counts uploaded bytes, up to the rate of a viewer's line. A session that has received nothing cannot have sent anything. */
  #countUp(reporter: ReportingSession, account: SessionAccount, bytes: number, atMs: number): number {
    const { billed, sinceMs } = account;
    const hasMedia = !reporter.isCountedHere || this.#provenRoom(reporter, 0) > 0;
    const passedSec = Math.max(0, this.#nowMs() - sinceMs) / 1_000 + MAX_BUFFER_AHEAD_SEC;
    const room = hasMedia ? Math.max(0, (passedSec * MAX_UPLOAD_BPS) / 8 - billed.up) : 0;
    const counted = Math.min(bytes, room);
    billed.up += counted;
    this.#options.meter.add(reporter, "bytes_up", counted, atMs);
    this.#options.metrics.billedBytes.inc({ from: "up" }, counted);
    return counted;
  }

  #raiseMost(reporter: ReportingSession, { exchange }: SessionAccount, bytes: number, atMs: number): void {
    const hourMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
    if (exchange.hourMs !== hourMs) Object.assign(exchange, { hourMs, bytes: 0 });
    exchange.bytes += bytes;
    if (bytes > 0) this.#options.meter.raiseMost(reporter, exchange.bytes, atMs);
  }

  #accountOf({ sessionId, bornAtMs }: ReportingSession): SessionAccount {
    const known = this.#sessions.get(sessionId);
    if (known) return known;
    const account: SessionAccount = {
      sinceMs: Math.max(bornAtMs, this.#knownSinceMs),
      isOlder: bornAtMs < this.#knownSinceMs,
      minutes: new Map(),
      waiting: { server: 0, peer: 0 },
      billed: { server: 0, peer: 0, up: 0 },
      exchange: { hourMs: 0, bytes: 0 },
    };
    this.#sessions.set(sessionId, account);
    return account;
  }
}

/**
 * Returns the new part of a minute. If an earlier run may have counted the minute, its first report here counts as already known.
 */
function countNewBytes({ minutes, sinceMs, isOlder }: SessionAccount, minute: BeaconMinute): ReportedMinute {
  const now: ReportedMinute = {
    server: minute.bytesServer,
    // Bytes of a direct live are left out, because the publishing page at the other end reports nothing.
    peer: Math.max(0, minute.bytesPeer - (minute.bytesDirect ?? 0)),
    up: minute.bytesUp,
  };
  const isBegun = isOlder && minute.minute * MINUTE_MS < sinceMs;
  const before = minutes.get(minute.minute) ?? (isBegun ? now : { server: 0, peer: 0, up: 0 });
  const most = {
    server: Math.max(before.server, now.server),
    peer: Math.max(before.peer, now.peer),
    up: Math.max(before.up, now.up),
  };
  minutes.set(minute.minute, most);
  for (const known of minutes.keys())
    if ((minute.minute - known) * MINUTE_MS > MINUTE_RETENTION_MS) minutes.delete(known);
  return { server: most.server - before.server, peer: most.peer - before.peer, up: most.up - before.up };
}

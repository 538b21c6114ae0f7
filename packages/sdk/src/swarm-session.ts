import {
  createSwarmEngine,
  FULL_SWARM,
  type P2pRules,
  type SwarmEngine,
  type SwarmFault,
  type SwarmInspection,
  type SwarmStats,
  type Transport,
} from "@shoal/p2p";
import type { PlayerFault } from "./faults.ts";
import { readPublishedHashes } from "./session/published-hashes.ts";
import type { SessionKeeper } from "./session/session-keeper.ts";
import { isAdvancing, swarmOptionsOf } from "./swarm-options.ts";

const NO_STATS: SwarmStats = { bytesServer: 0, bytesPeer: 0, bytesUp: 0, peers: 0, audience: 1 };
/** Response codes after which a request may succeed with a fresh token. */
const STALE_TOKEN_STATUSES = [401, 403, 410];

export interface SwarmSession {
  /** Joins the swarm at the first call, when playback is about to start. A viewer who only sees the poster is not a peer. */
  engine(): SwarmEngine;
  stats(): SwarmStats;
  inspect(): SwarmInspection | undefined;
  awaited(): Transport;
  /** Passes the playhead to the swarm. @param positionSec the start position, while nothing is buffered yet. */
  setPlayhead(video: HTMLVideoElement, positionSec?: number): void;
  /** Applies the renewed ticket and rules. */
  renewed(): void;
  /** Exchanges nothing more, because this viewer may no longer watch. */
  leave(): void;
  /** Leaves the swarm of the replaced generation. The next segment joins the swarm of the new generation. */
  replaced(): void;
  close(): void;
}

export interface SwarmSessionOptions {
  keeper: SessionKeeper;
  /** Returns whether this viewer agrees to share data. */
  isPeering(): boolean;
  onFault(fault: PlayerFault): void;
}

/** Opens a swarm engine for a play session: it fetches with the session's token and verifies by its published hashes. */
export function openSwarm(options: SwarmSessionOptions): SwarmSession {
  const { keeper } = options;
  let engine: SwarmEngine | undefined;
  let past = NO_STATS;
  const create = (): SwarmEngine => {
    engine = createSessionEngine(options);
    return engine;
  };
  return {
    engine: () => engine ?? create(),
    stats: () => addBytes(engine?.stats() ?? NO_STATS, past),
    inspect: () => engine?.inspect(),
    awaited: () => engine?.awaited() ?? "server",
    setPlayhead: (video, positionSec = video.currentTime) =>
      engine?.setPlayhead(positionSec, video.playbackRate, isAdvancing(video)),
    renewed: () => engine?.renew(keeper.current.p2p, rulesOf(options)),
    leave: () => engine?.renew(keeper.current.p2p, removePeerRules(keeper.current.p2p.rules)),
    replaced() {
      if (!engine) return;
      past = addBytes(engine.stats(), past);
      engine.close();
      engine = undefined;
    },
    close: () => engine?.close(),
  };
}

/** Adds the bytes of previous generations to the current ones. */
const addBytes = (stats: SwarmStats, past: SwarmStats): SwarmStats => ({
  ...stats,
  bytesServer: stats.bytesServer + past.bytesServer,
  bytesPeer: stats.bytesPeer + past.bytesPeer,
  bytesUp: stats.bytesUp + past.bytesUp,
});

function rulesOf({ keeper, isPeering }: SwarmSessionOptions): P2pRules {
  const { rules } = keeper.current.p2p;
  return isPeering() ? rules : removePeerRules(rules);
}

const removePeerRules = (rules: P2pRules): P2pRules => ({ ...rules, enabled: false, maxPeers: 0 });

function createSessionEngine(options: SwarmSessionOptions): SwarmEngine {
  const { keeper, onFault } = options;
  const { p2p, hlsUrl, live } = keeper.current;
  const hashesUrl = () => keeper.freshUrl(keeper.current.p2p.hashesUrl);
  const hashes = readPublishedHashes(hashesUrl, live ? "live" : "video");
  void hashes.refresh();
  const origin = new URL(hlsUrl, location.href).origin;
  return createSwarmEngine({
    ...FULL_SWARM,
    ...swarmOptionsOf(p2p),
    rules: rulesOf(options),
    requestSegment: (segment, fromByte, signal, toByte) => {
      const url = `${origin}/m/${keeper.current.token}/${segment}.m4s`;
      return requestSegment(keeper, url, rangeOf(fromByte, toByte), signal);
    },
    published: hashes,
    onTicketRefused: () => void keeper.renewNow(),
    onFault: (fault) => onFault(toPlayerFault(fault)),
  });
}

/** Returns a `Range` header. Returns undefined for a whole file, whose request then needs no preflight and can be cached everywhere. */
function rangeOf(fromByte: number, toByte: number | undefined): string | undefined {
  if (fromByte === 0 && toByte === undefined) return undefined;
  return `bytes=${fromByte}-${toByte === undefined ? "" : toByte - 1}`;
}

async function requestSegment(
  keeper: SessionKeeper,
  url: string,
  range: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const init: RequestInit = range === undefined ? { signal } : { signal, headers: { range } };
  const response = await fetch(url, init);
  if (!STALE_TOKEN_STATUSES.includes(response.status)) return response;
  await keeper.renewNow();
  return fetch(keeper.freshUrl(url), init);
}

function toPlayerFault({ type, segment, cause }: SwarmFault): PlayerFault {
  const isIntegrity = type === "peer_hash_mismatch" || type === "server_hash_mismatch";
  return { type: isIntegrity ? "integrity" : "network", detail: `${type} ${segment}`, fatal: false, cause };
}

import {
  createSwarmEngine,
  type P2pRules,
  type SwarmEngine,
  type SwarmFault,
  type SwarmStats,
  type Transport,
} from "@shoal/p2p";
import { cacheBytesFor, currentDevice, currentNetwork, mayUpload } from "./device.ts";
import type { PlayerFault } from "./faults.ts";
import { readPublishedHashes } from "./session/published-hashes.ts";
import type { SessionKeeper } from "./session/session-keeper.ts";

const NO_STATS: SwarmStats = { bytesServer: 0, bytesPeer: 0, bytesUp: 0, peers: 0, audience: 1 };
/** Answers that a fresh token may cure. */
const STALE_TOKEN = [401, 403, 410];

export interface SwarmSession {
  /** Joins at the first call: who only looks at the poster is no peer. */
  engine(): SwarmEngine;
  stats(): SwarmStats;
  awaited(): Transport;
  setPlayhead(video: HTMLVideoElement): void;
  /** Takes the renewed ticket and rules. */
  renewed(): void;
  /** Leaves the swarm of the replaced generation; the next segment joins the new one. */
  replaced(): void;
  close(): void;
}

export interface SwarmSessionOptions {
  keeper: SessionKeeper;
  isPeering: boolean;
  onFault(fault: PlayerFault): void;
}

/** A swarm engine on a play session: it fetches with the session's token and checks by its published hashes. */
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
    awaited: () => engine?.awaited() ?? "server",
    setPlayhead: (video) => {
      const isMoving =
        !video.paused && !video.seeking && video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
      engine?.setPlayhead(video.currentTime, video.playbackRate, isMoving);
    },
    renewed: () => engine?.renew(keeper.current.p2p.ticket, rulesOf(options)),
    replaced() {
      if (!engine) return;
      past = addBytes(engine.stats(), past);
      engine.close();
      engine = undefined;
    },
    close: () => engine?.close(),
  };
}

/** Bytes are counted through all generations. */
const addBytes = (stats: SwarmStats, past: SwarmStats): SwarmStats => ({
  ...stats,
  bytesServer: stats.bytesServer + past.bytesServer,
  bytesPeer: stats.bytesPeer + past.bytesPeer,
  bytesUp: stats.bytesUp + past.bytesUp,
});

function rulesOf({ keeper, isPeering }: SwarmSessionOptions): P2pRules {
  const { rules } = keeper.current.p2p;
  return { ...rules, enabled: rules.enabled && isPeering };
}

function createSessionEngine(options: SwarmSessionOptions): SwarmEngine {
  const { keeper, onFault } = options;
  const { p2p, hlsUrl } = keeper.current;
  const hashes = readPublishedHashes(() => keeper.freshUrl(keeper.current.p2p.hashesUrl));
  void hashes.refresh();
  const device = currentDevice();
  const origin = new URL(hlsUrl, location.href).origin;
  return createSwarmEngine({
    rules: rulesOf(options),
    trackerUrl: p2p.trackerUrl,
    ticket: p2p.ticket,
    iceServers: p2p.iceServers.map(({ urls, username, credential }) => ({
      urls,
      ...(username === undefined ? {} : { username }),
      ...(credential === undefined ? {} : { credential }),
    })),
    canUpload: mayUpload(device, currentNetwork(), p2p.rules.uploadOnCellular),
    cacheMaxBytes: cacheBytesFor(device),
    requestSegment: (segment, fromByte, signal) =>
      requestSegment(keeper, `${origin}/m/${keeper.current.token}/${segment}.m4s`, fromByte, signal),
    hashOf: hashes.find,
    refreshHashes: hashes.refresh,
    onTicketRefused: () => void keeper.renewNow(),
    onFault: (fault) => onFault(toPlayerFault(fault)),
  });
}

async function requestSegment(
  keeper: SessionKeeper,
  url: string,
  fromByte: number,
  signal: AbortSignal,
): Promise<Response> {
  const init: RequestInit = fromByte > 0 ? { signal, headers: { range: `bytes=${fromByte}-` } } : { signal };
  const response = await fetch(url, init);
  if (!STALE_TOKEN.includes(response.status)) return response;
  await keeper.renewNow();
  return fetch(keeper.freshUrl(url), init);
}

function toPlayerFault({ type, segment, cause }: SwarmFault): PlayerFault {
  const isIntegrity = type === "peer_hash_mismatch" || type === "server_hash_mismatch";
  return { type: isIntegrity ? "integrity" : "network", detail: `${type} ${segment}`, fatal: false, cause };
}

import { joinMesh, type Mesh } from "../connect/mesh.ts";
import { ANNOUNCE_MAX_ENTRIES, type Announcement, type Frame, type P2pRules } from "../protocol/index.ts";
import { reduce } from "../scheduler/reduce.ts";
import { createSwarmState, type SwarmEffect, type SwarmEvent, type SwarmState } from "../scheduler/state.ts";
import { Downloads } from "./downloads.ts";
import type {
  LoadedSegment,
  LoadRequest,
  SwarmEngine,
  SwarmEngineOptions,
  SwarmStats,
} from "./engine.types.ts";
import { SegmentCache, type Transport } from "./segment-cache.ts";
import { Uploads } from "./uploads.ts";

const TICK_MS = 100;
/** ICE on a good network takes 300 ms, the tracker's answer as long again. */
const CONNECT_GRACE_MS = 3_000;

/** Loads the segments of one video from peers and the server. Knows no player. */
export function createSwarmEngine(options: SwarmEngineOptions): SwarmEngine {
  return new Engine(options);
}

class Engine implements SwarmEngine {
  readonly #options: SwarmEngineOptions;
  readonly #downloads: Downloads;
  readonly #uploads: Uploads;
  #state: SwarmState;
  #mesh: Mesh | undefined;
  #ticket: string;
  #ticker: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;

  constructor(options: SwarmEngineOptions) {
    this.#options = options;
    this.#ticket = options.ticket;
    this.#state = createSwarmState(options.rules);
    const cache = new SegmentCache(options.cacheMaxBytes);
    const dispatch = (event: SwarmEvent) => this.#dispatch(event);
    const send = (peerId: string, frame: Frame) => this.#mesh?.send(peerId, frame) ?? false;
    this.#downloads = new Downloads({ options, cache, dispatch, send });
    this.#uploads = new Uploads({
      cache,
      dispatch,
      findLink: (peerId) => this.#mesh?.link(peerId),
      percent: () => this.#state.rules.uploadPercent,
    });
    this.#dispatch({ type: "canUpload", canUpload: options.canUpload });
    this.#follow(options.rules);
  }

  load(request: LoadRequest): Promise<LoadedSegment> {
    return this.#downloads.load(request);
  }

  awaited(): Transport | undefined {
    const wants = Object.values(this.#state.wants).sort((a, b) => a.startSec - b.startSec);
    const source = wants[0]?.source;
    return source === undefined || source.via === "none" ? undefined : source.via;
  }

  setPlayhead(positionSec: number, rate: number, isMoving: boolean): void {
    this.#dispatch({ type: "playhead", positionSec, rate, isMoving });
  }

  renew(ticket: string, rules: P2pRules): void {
    this.#ticket = ticket;
    this.#mesh?.renew(ticket);
    this.#follow(rules);
  }

  stats(): SwarmStats {
    return {
      bytesServer: this.#downloads.bytesServer,
      bytesPeer: this.#downloads.bytesPeer,
      bytesUp: this.#uploads.bytesUp,
      peers: this.#mesh?.countOpen() ?? 0,
      audience: this.#state.audience ?? 1,
    };
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#ticker);
    this.#mesh?.close();
    this.#downloads.close();
  }

  /** Joins or leaves the swarm as the rules say. */
  #follow(rules: P2pRules): void {
    this.#dispatch({ type: "rules", rules });
    const isWanted = rules.enabled && rules.maxPeers > 0 && typeof RTCPeerConnection === "function";
    if (!isWanted) {
      this.#mesh?.close();
      this.#mesh = undefined;
      return;
    }
    if (this.#mesh) return;
    this.#awaitPeers(1);
    this.#mesh = this.#join();
  }

  #join(): Mesh {
    return joinMesh({
      trackerUrl: this.#options.trackerUrl,
      iceServers: this.#options.iceServers,
      ticket: () => this.#ticket,
      onTicketRefused: () => this.#options.onTicketRefused(),
      onJoined: ({ peerId: selfId, audience, rules }) => {
        this.#dispatch({ type: "joined", selfId, audience, rules });
      },
      onAudience: (audience) => this.#dispatch({ type: "audience", audience }),
      onRules: (rules) => this.#follow(rules),
      onConnecting: (count) => this.#awaitPeers(count),
      onPeerOpen: (peerId) => this.#dispatch({ type: "peerOpen", peerId }),
      onPeerClosed: (peerId) => this.#dispatch({ type: "peerClosed", peerId }),
      onFrame: (peerId, frame) => this.#takeFrame(peerId, frame),
    });
  }

  #awaitPeers(count: number): void {
    this.#dispatch({ type: "connecting", untilMs: count > 0 ? performance.now() + CONNECT_GRACE_MS : 0 });
  }

  #dispatch(event: SwarmEvent): void {
    if (this.#isClosed) return;
    const step = reduce(this.#state, event, performance.now());
    this.#state = step.state;
    for (const effect of step.effects) this.#run(effect);
    this.#keepTicking();
  }

  #keepTicking(): void {
    const isNeeded = Object.keys(this.#state.wants).length > 0;
    if (isNeeded && this.#ticker === undefined) {
      this.#ticker = setInterval(() => this.#dispatch({ type: "tick" }), TICK_MS);
    } else if (!isNeeded) {
      clearInterval(this.#ticker);
      this.#ticker = undefined;
    }
  }

  #run(effect: SwarmEffect): void {
    switch (effect.type) {
      case "fetchServer":
        this.#downloads.fetchServer(effect.segment, effect.fromByte);
        break;
      case "abortServer":
        this.#downloads.abortServer(effect.segment);
        break;
      case "requestPeer":
        this.#downloads.requestPeer(effect);
        break;
      case "cancelPeer":
        this.#downloads.cancelPeer(effect.peerId, effect.requestId);
        break;
      case "announce":
        this.#announce(effect.entries, effect.peerId);
        break;
      case "startUpload":
        this.#uploads.start(effect);
        break;
      case "refuse": {
        const { peerId, requestId, reason } = effect;
        this.#mesh?.send(peerId, { type: "refuse", requestId, reason });
      }
    }
  }

  #announce(entries: readonly Announcement[], peerId: string | undefined): void {
    const peerIds = peerId === undefined ? Object.keys(this.#state.peers) : [peerId];
    for (let at = 0; at === 0 || at < entries.length; at += ANNOUNCE_MAX_ENTRIES) {
      const frame: Frame = { type: "announce", entries: entries.slice(at, at + ANNOUNCE_MAX_ENTRIES) };
      for (const id of peerIds) this.#mesh?.send(id, frame);
    }
  }

  #takeFrame(peerId: string, frame: Frame): void {
    switch (frame.type) {
      case "announce":
        this.#dispatch({ type: "announced", peerId, entries: frame.entries });
        break;
      case "request": {
        const { requestId, segment, fromByte } = frame;
        this.#dispatch({ type: "requested", peerId, requestId, segment, fromByte });
        break;
      }
      case "cancel":
        this.#uploads.cancel(peerId, frame.requestId);
        break;
      default:
        this.#downloads.takeAnswer(peerId, frame);
        break;
    }
  }
}

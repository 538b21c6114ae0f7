import { joinMesh, type Mesh, type RoomReply } from "../connect/mesh.ts";
import {
  type Announcement,
  type Frame,
  MAX_ANNOUNCE_ENTRIES,
  type P2pRules,
  type PeerFrame,
  type SegmentId,
} from "../protocol/index.ts";
import { decide } from "../scheduler/decide.ts";
import { listByUrgency } from "../scheduler/plan.ts";
import { isFallingBack } from "../scheduler/server-fallback.ts";
import { createSwarmState, type SwarmEffect, type SwarmEvent, type SwarmState } from "../scheduler/state.ts";
import { Downloads } from "./downloads.ts";
import type {
  LoadedSegment,
  LoadRequest,
  PublishedSegment,
  SwarmEngine,
  SwarmEngineOptions,
  SwarmInspection,
  SwarmStats,
  TrackerAccess,
} from "./engine.types.ts";
import type { SwarmParts } from "./full-swarm.ts";
import { ObservedHashes } from "./observed-hashes.ts";
import { SegmentCache, type Transport } from "./segment-cache.ts";
import type { SegmentComposer } from "./segment-composer.ts";
import { Uploads } from "./uploads.ts";

const TICK_INTERVAL_MS = 100;
/** How long peers may take to connect. ICE on a good network takes 300 ms, and the tracker's response takes about as long. */
const CONNECT_GRACE_MS = 3_000;

/** Loads the segments of one video from peers and the server. Does not depend on any player. */
export function createSwarmEngine(options: SwarmEngineOptions & SwarmParts): SwarmEngine {
  return new BrowserSwarmEngine(options);
}

class BrowserSwarmEngine implements SwarmEngine {
  readonly #options: SwarmEngineOptions;
  readonly #downloads: Downloads;
  readonly #uploads: Uploads;
  readonly #cache: SegmentCache;
  readonly #composing: SegmentComposer | undefined;
  readonly #seen: ObservedHashes;
  readonly #inbox: SwarmEvent[] = [];
  #isReducing = false;
  #state: SwarmState;
  #mesh: Mesh | undefined;
  #meeting: TrackerAccess;
  #ticker: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;

  constructor(options: SwarmEngineOptions & SwarmParts) {
    this.#options = options;
    this.#meeting = options;
    this.#state = createSwarmState(options.rules);
    const cache = new SegmentCache(options.cacheMaxBytes);
    this.#cache = cache;
    const dispatch = (event: SwarmEvent) => this.#dispatch(event);
    const send = (peerId: string, frame: Frame) => this.#mesh?.send(peerId, frame) ?? false;
    this.#seen = new ObservedHashes({
      notify: (request) => this.#mesh?.notifyTracker(request) ?? false,
      onConfirmed: (segment) => {
        if (cache.confirmHash(segment)) dispatch({ type: "held", segment });
      },
    });
    this.#composing = options.composing?.({
      cache,
      dispatch,
      hashes: options.published,
      onFault: options.onFault,
    });
    this.#downloads = new Downloads({ options, cache, dispatch, send, seen: this.#seen });
    this.#uploads = new Uploads({
      cache,
      dispatch,
      findLink: (peerId) => this.#mesh?.link(peerId),
      percent: () => this.#state.rules.uploadPercent,
      isHeldBack: () => isFallingBack(this.#state, performance.now()),
    });
    this.#follow(options.rules);
  }

  load(request: LoadRequest): Promise<LoadedSegment> {
    return this.#downloads.load(request);
  }

  awaited(): Transport | undefined {
    const piece = listByUrgency(this.#state).find((want) => !want.isPrefetch)?.pieces[0];
    return piece && (piece.peerId === "" ? "server" : "peer");
  }

  publish(segments: readonly PublishedSegment[]): void {
    this.#downloads.prefetching?.publish(segments);
  }

  compose(segment: SegmentId, parts: readonly SegmentId[]): void {
    void this.#composing?.compose(segment, parts);
  }

  setPlayhead(positionSec: number, rate: number, isMoving: boolean): void {
    this.#dispatch({ type: "playhead", positionSec, rate, isMoving });
  }

  renew(meeting: TrackerAccess, rules: P2pRules): void {
    this.#meeting = meeting;
    this.#mesh?.renew();
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

  inspect(): SwarmInspection {
    const stats = this.stats();
    return { state: this.#state, stats, ...this.#downloads.inspect(), ...this.#mesh?.inspect() };
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#ticker);
    this.#mesh?.close();
    this.#downloads.close();
  }

  /**
   * Applies the rules. A viewer whose rules forbid sharing stays connected to the tracker to receive changes of the rules. The
   * engine disconnects only if no peer can ever be matched, for example after the viewer has opted out.
   */
  #follow(rules: P2pRules): void {
    this.#dispatch({ type: "rules", rules });
    this.#dispatch({ type: "canUpload", canUpload: this.#options.mayUpload(rules) });
    const dropped = this.#cache.keepAtMost(rules.savedSegments);
    if (dropped.length > 0) this.#dispatch({ type: "dropped", segments: dropped });
    const isWanted = rules.maxPeers > 0 && typeof RTCPeerConnection === "function";
    if (!isWanted) {
      this.#mesh?.close();
      this.#mesh = undefined;
      return;
    }
    if (this.#mesh) return;
    if (rules.enabled) this.#awaitPeers(1);
    this.#mesh = this.#join();
  }

  #join(): Mesh {
    return joinMesh({
      trackerUrl: () => this.#meeting.trackerUrl,
      iceServers: () => this.#meeting.iceServers,
      ticket: () => this.#meeting.ticket,
      onTicketRefused: () => this.#options.onTicketRefused(),
      onReply: (reply) => this.#handleReply(reply),
      onConnecting: (count) => this.#awaitPeers(count),
      onPeerOpen: (peerId, isNear) => this.#dispatch({ type: "peerOpen", peerId, isNear }),
      onPeerClosed: (peerId) => this.#dispatch({ type: "peerClosed", peerId }),
      onFrame: (peerId, frame) => this.#handleFrame(peerId, frame),
    });
  }

  #handleReply(reply: RoomReply): void {
    switch (reply.type) {
      case "joined":
        this.#dispatch(reply);
        this.#seen.retell();
        break;
      case "audience":
        this.#dispatch(reply);
        break;
      case "rules":
        this.#follow(reply.rules);
        break;
      case "confirmed":
        this.#seen.handleConfirmed(reply.segment, reply.sha256);
        break;
    }
  }

  #awaitPeers(count: number): void {
    this.#dispatch({ type: "connecting", untilMs: count > 0 ? performance.now() + CONNECT_GRACE_MS : 0 });
  }

  #dispatch(event: SwarmEvent): void {
    this.#inbox.push(event);
    // Events that effects cause are queued, so each event sees the state that results from all earlier ones.
    if (this.#isReducing) return;
    this.#isReducing = true;
    try {
      for (let next = this.#inbox.shift(); next && !this.#isClosed; next = this.#inbox.shift()) {
        const step = decide(this.#state, next, performance.now(), this.#options.scheduler);
        this.#state = step.state;
        for (const effect of step.effects) this.#run(effect);
      }
    } finally {
      this.#isReducing = false;
    }
    this.#keepTicking();
  }

  #keepTicking(): void {
    const { wants, uploads } = this.#state;
    const isNeeded = !this.#isClosed && (uploads.length > 0 || Object.keys(wants).length > 0);
    if (isNeeded && this.#ticker === undefined) {
      this.#ticker = setInterval(() => this.#dispatch({ type: "tick" }), TICK_INTERVAL_MS);
    } else if (!isNeeded) {
      clearInterval(this.#ticker);
      this.#ticker = undefined;
    }
  }

  #run(effect: SwarmEffect): void {
    switch (effect.type) {
      case "announce":
        this.#announce(effect.entries, effect.peerId);
        break;
      case "status":
      case "accept":
      case "refuse":
        // This effect is the frame itself with the frame's receiver.
        this.#sendTo(effect.peerId, effect);
        break;
      case "startUpload":
      case "trimUpload":
        this.#uploads[effect.type](effect as never);
        break;
      case "prefetch":
      case "dropPrefetch":
        this.#downloads.prefetching?.run(effect);
        break;
      default:
        // An effect has the same name as the method that handles it.
        this.#downloads[effect.type](effect as never);
        break;
    }
  }

  /** Sends a frame to one peer, or to all. */
  #sendTo(peerId: string | undefined, frame: Frame): void {
    const peerIds = peerId === undefined ? Object.keys(this.#state.peers) : [peerId];
    for (const id of peerIds) this.#mesh?.send(id, frame);
  }

  #announce(entries: readonly Announcement[], peerId: string | undefined): void {
    for (let at = 0; at === 0 || at < entries.length; at += MAX_ANNOUNCE_ENTRIES) {
      this.#sendTo(peerId, { type: "announce", entries: entries.slice(at, at + MAX_ANNOUNCE_ENTRIES) });
    }
  }

  #handleFrame(peerId: string, frame: PeerFrame): void {
    switch (frame.type) {
      case "announce":
        this.#dispatch({ ...frame, type: "announced", peerId });
        break;
      case "request": {
        const totalBytes = this.#cache.offeredBytes(frame.segment);
        this.#dispatch({ ...frame, type: "requested", peerId, totalBytes });
        break;
      }
      case "cancel":
        this.#dispatch({ ...frame, type: "uploadCancelled", peerId });
        break;
      case "status":
        this.#dispatch({ ...frame, type: "peerStatus", peerId });
        break;
      default:
        this.#downloads.handleAnswer(peerId, frame);
        break;
    }
  }
}

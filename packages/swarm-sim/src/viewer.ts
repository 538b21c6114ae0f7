import type { P2pRules } from "@shoal/p2p/protocol";
import {
  createSwarmState,
  reduce,
  type SwarmEffect,
  type SwarmEvent,
  type SwarmState,
} from "@shoal/p2p/scheduler";
import { Downloads } from "./downloads.ts";
import { type AccessLink, CHANNEL_PAYLOAD_SHARE, createLine, Flow } from "./links.ts";
import { Player } from "./player.ts";
import type { LineProfile } from "./profiles.ts";
import type { Conduct, SimViewer, SimWorld, SiteLines } from "./simulation.types.ts";
import { Uploads } from "./uploads.ts";

const TICK_INTERVAL_MS = 100;
/** The size of a data channel message with its headers and its acknowledgement. Measured in Chromium. */
const MESSAGE_SIZE_BYTES = 148;
const SACK_SIZE_BYTES = 92;
const NARROW_KBPS = 500;
const CONNECT_GRACE_MS = 3_000;

export interface ViewerOptions {
  id: string;
  line: LineProfile;
  site?: SiteLines;
  conduct: Conduct;
  rules: P2pRules;
  isPeering: boolean;
}

/** One viewer, with the real scheduler. The transfers and the player around it are modelled. */
export class Viewer implements SimViewer {
  readonly id: string;
  readonly world: SimWorld;
  readonly line: LineProfile;
  readonly conduct: Conduct;
  readonly isPeering: boolean;
  readonly up: AccessLink;
  readonly down: AccessLink;
  readonly site: SiteLines | undefined;
  readonly downloads: Downloads;
  readonly uploads: Uploads;
  readonly player: Player;
  /** Peers with an open channel, and peers being connected. */
  readonly peers = new Set<SimViewer>();
  readonly matches = new Set<string>();
  state: SwarmState;
  isGone = false;
  isAsleep = false;
  readonly #inbox: SwarmEvent[] = [];
  #isBusy = false;
  #isTicking = false;

  constructor(world: SimWorld, options: ViewerOptions) {
    const { id, line, site, conduct, rules, isPeering } = options;
    this.world = world;
    this.id = id;
    this.line = line;
    this.conduct = conduct;
    this.isPeering = isPeering;
    this.up = createLine(line.upKbps * CHANNEL_PAYLOAD_SHARE);
    this.down = createLine(line.downKbps);
    this.site = site;
    this.state = createSwarmState({ ...rules, enabled: rules.enabled && isPeering });
    this.downloads = new Downloads(this);
    this.uploads = new Uploads(this);
    this.player = new Player(this);
  }

  start(): void {
    if (this.conduct === "free") this.dispatch({ type: "canUpload", canUpload: false });
    if (this.isPeering) {
      this.awaitPeers(1);
      this.world.tracker.join(this);
    }
    // The page, the session and the playlist are loaded. In the meantime, the viewer connects to the tracker.
    this.player.start();
  }

  awaitPeers(count: number): void {
    const untilMs = count > 0 ? this.world.clock.nowMs + CONNECT_GRACE_MS : 0;
    this.dispatch({ type: "connecting", untilMs });
  }

  /** Dispatches an event. Events that are caused by events are queued, as in the engine. */
  dispatch(event: SwarmEvent): void {
    if (this.isGone) return;
    this.#inbox.push(event);
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) {
      const step = reduce(this.state, next, this.world.clock.nowMs);
      this.state = step.state;
      for (const effect of step.effects) this.#run(effect);
    }
    this.#isBusy = false;
    this.#keepTicking();
  }

  send(peerId: string, event: (to: SimViewer) => SwarmEvent): void {
    const peer = this.world.viewers.get(peerId);
    if (!peer || !this.peers.has(peer)) return;
    const { clock } = this.world;
    const arrive = () =>
      clock.after(this.latencyTo(peer), () => {
        if (peer.isNarrow) new Flow(clock, [peer.up], SACK_SIZE_BYTES, () => undefined);
        if (peer.peers.has(this)) peer.dispatch(event(peer));
      });
    if (this.isNarrow) new Flow(clock, [this.up], MESSAGE_SIZE_BYTES, arrive);
    else arrive();
  }

  /** Returns whether the line is so slow that messages to peers matter. */
  get isNarrow(): boolean {
    return this.line.upKbps < NARROW_KBPS;
  }

  latencyTo(other: SimViewer): number {
    return this.line.latencyMs + other.line.latencyMs;
  }

  leave(): void {
    if (this.isGone) return;
    this.player.end();
    this.isGone = true;
    this.downloads.close();
    this.uploads.close();
    this.world.tracker.leave(this);
  }

  #keepTicking(): void {
    if (this.#isTicking || !this.#needsTicks()) return;
    this.#isTicking = true;
    this.world.clock.after(TICK_INTERVAL_MS, () => {
      this.#isTicking = false;
      if (this.isGone || this.isAsleep) return;
      this.downloads.reportProgress();
      this.uploads.reportProgress();
      this.dispatch({ type: "tick" });
    });
  }

  #needsTicks(): boolean {
    if (this.state.uploads.length > 0) return true;
    for (const _segment in this.state.wants) return true;
    return false;
  }

  wake(): void {
    this.isAsleep = false;
    this.dispatch({ type: "tick" });
  }

  #run(effect: SwarmEffect): void {
    switch (effect.type) {
      case "fetchServer":
        this.downloads.fetchServer(effect);
        break;
      case "abortServer":
        this.downloads.abort(effect.requestId);
        break;
      case "requestPeer":
        this.downloads.requestPeer(effect);
        break;
      case "cancelPeer":
        this.downloads.cancelPeer(effect);
        break;
      case "prefetch":
        this.downloads.prefetch(effect.segment);
        break;
      case "dropPrefetch":
        this.dispatch({ type: "abandon", segment: effect.segment });
        break;
      case "announce":
      case "status":
        this.#sendToPeers(effect);
        break;
      default:
        this.uploads.run(effect);
        break;
    }
  }

  #sendToPeers(effect: Extract<SwarmEffect, { type: "announce" | "status" }>): void {
    const peerIds = effect.peerId === undefined ? Object.keys(this.state.peers) : [effect.peerId];
    for (const id of peerIds) {
      this.send(id, () =>
        effect.type === "announce"
          ? { type: "announced", peerId: this.id, entries: effect.entries }
          : { type: "peerStatus", peerId: this.id, uplinkKbps: effect.uplinkKbps },
      );
    }
  }
}

import type { SwarmInspection } from "../engine/engine.types.ts";
import type { Frame, PeerFrame, PeerMatch, TrackerReply, TrackerRequest } from "../protocol/index.ts";
import { CallQueue } from "./call-queue.ts";
import { type IceServer, openPeerLink, type PeerLink } from "./peer-link.ts";
import { connectTracker, type TrackerClient } from "./tracker-client.ts";

/** The number of additional connections for the time in which an old connection is still closing. The tracker limits a peer's slots. */
const SPARE_LINKS = 2;
/** The delay after the loss of a peer before more peers are requested. Several losses then share one request. */
const REFILL_DELAY_MS = 3_000;

/** The tracker's messages that concern the room and not a single peer. */
export type RoomReply = Extract<
  TrackerReply,
  { type: "joined" | "audience" | "rules" | "confirmed" | "pong" }
>;

export interface MeshOptions {
  trackerUrl(): string;
  /** Returns the ICE servers of the current session, since relay credentials expire. */
  iceServers(): readonly IceServer[];
  ticket(): string;
  onTicketRefused(): void;
  onReply(reply: RoomReply): void;
  /** Called when a peer's channel is open. @param isNear whether the peer is at the viewer's own site. */
  onPeerOpen(peerId: string, isNear: boolean | undefined): void;
  onPeerClosed(peerId: string): void;
  /** Called with the number of matched peers whose channel is not open yet. */
  onConnecting(count: number): void;
  onFrame(peerId: string, frame: PeerFrame): void;
}

export interface Mesh {
  send(peerId: string, frame: Frame): boolean;
  /** Sends a message about a hash. @returns whether the tracker is connected. */
  notifyTracker(request: Extract<TrackerRequest, { type: "seen" | "hash" }>): boolean;
  link(peerId: string): PeerLink | undefined;
  /** Returns the number of peers whose channel is open. */
  countOpen(): number;
  inspect(): Pick<SwarmInspection, "isTracked" | "peers">;
  /** Presents a new ticket. It may be for another tracker. */
  renew(): void;
  close(): void;
}

interface PeerEntry {
  link: PeerLink;
  isOpen: boolean;
}

/**
 * The peers of one viewer. Opens and closes channels as the tracker matches the viewer with peers. Channels outlive the connection
 * to the tracker.
 */
export function joinMesh(options: MeshOptions): Mesh {
  return new RtcMesh(options);
}

class RtcMesh implements Mesh {
  readonly #options: MeshOptions;
  readonly #links = new Map<string, PeerEntry>();
  readonly #tracker: TrackerClient;
  #maxPeers = 0;
  readonly #calls = new CallQueue((peerId) => this.link(peerId)?.call());
  #moreTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MeshOptions) {
    this.#options = options;
    this.#tracker = connectTracker({
      url: options.trackerUrl,
      ticket: options.ticket,
      onTicketRefused: options.onTicketRefused,
      onReply: (reply) => this.#handleReply(reply),
    });
  }

  send(peerId: string, frame: Frame): boolean {
    return this.link(peerId)?.send(frame) ?? false;
  }

  notifyTracker(request: TrackerRequest): boolean {
    return this.#tracker.send(request);
  }

  link(peerId: string): PeerLink | undefined {
    return this.#links.get(peerId)?.link;
  }

  countOpen(): number {
    return [...this.#links.values()].filter((entry) => entry.isOpen).length;
  }

  inspect(): ReturnType<Mesh["inspect"]> {
    return { isTracked: this.#tracker.isConnected, peers: this.#links };
  }

  renew(): void {
    this.#tracker.renew();
  }

  close(): void {
    clearTimeout(this.#moreTimer);
    this.#tracker.close();
    for (const { link } of Array.from(this.#links.values())) link.close();
  }

  #handleReply(reply: Exclude<TrackerReply, { type: "session" }>): void {
    switch (reply.type) {
      case "peers":
        for (const match of reply.peers) this.#open(match);
        this.#reportConnecting();
        break;
      case "signal":
        this.link(reply.from)?.handleSignal(reply.signal);
        break;
      case "unmatched":
        this.link(reply.peer)?.close();
        break;
      default:
        if ("rules" in reply) this.#maxPeers = reply.rules.maxPeers;
        this.#options.onReply(reply);
        break;
    }
  }

  #open({ id: peerId, isInitiator, isNear }: PeerMatch): void {
    const former = this.#links.get(peerId);
    // After a reconnection, the tracker matches the same peers again while their channels are still open.
    if (former?.isOpen) return;
    former?.link.close();
    if (this.#links.size >= this.#maxPeers + SPARE_LINKS) {
      this.#tracker.send({ type: "part", peer: peerId });
      return;
    }
    const link = openPeerLink({
      iceServers: this.#options.iceServers(),
      onSignal: (signal) => this.#tracker.send({ type: "signal", to: peerId, signal }),
      onOpen: () => this.#opened(peerId, link, isNear),
      onFrame: (frame) => this.#options.onFrame(peerId, frame),
      onClose: () => this.#closed(peerId, link),
    });
    this.#links.set(peerId, { link, isOpen: false });
    if (isInitiator) this.#calls.add(peerId);
  }

  #opened(peerId: string, link: PeerLink, isNear: boolean | undefined): void {
    const entry = this.#links.get(peerId);
    if (entry?.link !== link) return;
    entry.isOpen = true;
    this.#calls.settled(peerId);
    this.#options.onPeerOpen(peerId, isNear);
    this.#reportConnecting();
  }

  #closed(peerId: string, link: PeerLink): void {
    const entry = this.#links.get(peerId);
    if (entry?.link !== link) return;
    this.#links.delete(peerId);
    this.#calls.settled(peerId);
    this.#tracker.send({ type: "part", peer: peerId });
    if (entry.isOpen) this.#options.onPeerClosed(peerId);
    this.#reportConnecting();
    clearTimeout(this.#moreTimer);
    this.#moreTimer = setTimeout(() => this.#tracker.send({ type: "more" }), REFILL_DELAY_MS);
  }

  #reportConnecting(): void {
    this.#options.onConnecting(this.#links.size - this.countOpen());
  }
}

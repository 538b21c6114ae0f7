import type { Frame, P2pRules, TrackerReply } from "../protocol/index.ts";
import { openPeerLink, type PeerLink } from "./peer-link.ts";
import { connectTracker, type TrackerClient } from "./tracker-client.ts";

/** The tracker counts a peer's slots; a little more is taken while an old connection is still closing. */
const SPARE_LINKS = 2;
/** Asked for more peers after losing one, not at once for each. */
const MORE_DELAY_MS = 3_000;

export interface MeshOptions {
  trackerUrl: string;
  iceServers: RTCIceServer[];
  ticket(): string;
  onTicketRefused(): void;
  onJoined(reply: Extract<TrackerReply, { type: "joined" }>): void;
  onAudience(count: number): void;
  onRules(rules: P2pRules): void;
  onPeerOpen(peerId: string): void;
  onPeerClosed(peerId: string): void;
  /** Matched peers whose channel is not open yet. */
  onConnecting(count: number): void;
  onFrame(peerId: string, frame: Frame): void;
}

export interface Mesh {
  send(peerId: string, frame: Frame): boolean;
  link(peerId: string): PeerLink | undefined;
  /** Peers whose channel is open. */
  countOpen(): number;
  drop(peerId: string): void;
  renew(ticket: string): void;
  close(): void;
}

interface Entry {
  link: PeerLink;
  isOpen: boolean;
}

/** The peers of one viewer: opens and closes channels as the tracker matches. */
export function joinMesh(options: MeshOptions): Mesh {
  return new RtcMesh(options);
}

class RtcMesh implements Mesh {
  readonly #options: MeshOptions;
  readonly #links = new Map<string, Entry>();
  readonly #tracker: TrackerClient;
  #maxPeers = 0;
  #moreTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MeshOptions) {
    this.#options = options;
    this.#tracker = connectTracker({
      url: options.trackerUrl,
      ticket: options.ticket,
      onTicketRefused: options.onTicketRefused,
      onReply: (reply) => this.#takeReply(reply),
      // Channels outlive the tracker: those who know one another go on without it.
      onStatus: () => {},
    });
  }

  send(peerId: string, frame: Frame): boolean {
    return this.#links.get(peerId)?.link.send(frame) ?? false;
  }

  link(peerId: string): PeerLink | undefined {
    return this.#links.get(peerId)?.link;
  }

  countOpen(): number {
    return [...this.#links.values()].filter((entry) => entry.isOpen).length;
  }

  drop(peerId: string): void {
    this.#links.get(peerId)?.link.close();
  }

  renew(ticket: string): void {
    this.#tracker.send({ type: "renew", ticket });
  }

  close(): void {
    clearTimeout(this.#moreTimer);
    this.#tracker.close();
    for (const { link } of [...this.#links.values()]) link.close();
  }

  #takeReply(reply: TrackerReply): void {
    switch (reply.type) {
      case "joined":
        this.#maxPeers = reply.rules.maxPeers;
        this.#options.onJoined(reply);
        break;
      case "audience":
        this.#options.onAudience(reply.count);
        break;
      case "rules":
        this.#maxPeers = reply.rules.maxPeers;
        this.#options.onRules(reply.rules);
        break;
      case "peers":
        for (const { id, isInitiator } of reply.peers) this.#open(id, isInitiator);
        this.#tellConnecting();
        break;
      case "signal":
        this.#links.get(reply.from)?.link.takeSignal(reply.signal);
        break;
      case "unmatched":
        this.drop(reply.peer);
        break;
      case "pong":
        break;
    }
  }

  #open(peerId: string, isInitiator: boolean): void {
    const former = this.#links.get(peerId);
    // After a reconnection to the tracker the same peers are matched anew, with their channel still open.
    if (former?.isOpen) return;
    former?.link.close();
    if (this.#links.size >= this.#maxPeers + SPARE_LINKS) {
      this.#tracker.send({ type: "part", peer: peerId });
      return;
    }
    const link = openPeerLink({
      isInitiator,
      iceServers: this.#options.iceServers,
      onSignal: (signal) => this.#tracker.send({ type: "signal", to: peerId, signal }),
      onOpen: () => this.#opened(peerId, link),
      onFrame: (frame) => this.#options.onFrame(peerId, frame),
      onClose: () => this.#closed(peerId, link),
    });
    this.#links.set(peerId, { link, isOpen: false });
  }

  #opened(peerId: string, link: PeerLink): void {
    const entry = this.#links.get(peerId);
    if (entry?.link !== link) return;
    entry.isOpen = true;
    this.#options.onPeerOpen(peerId);
    this.#tellConnecting();
  }

  #closed(peerId: string, link: PeerLink): void {
    const entry = this.#links.get(peerId);
    if (entry?.link !== link) return;
    this.#links.delete(peerId);
    this.#tracker.send({ type: "part", peer: peerId });
    if (entry.isOpen) this.#options.onPeerClosed(peerId);
    this.#tellConnecting();
    clearTimeout(this.#moreTimer);
    this.#moreTimer = setTimeout(() => this.#tracker.send({ type: "more" }), MORE_DELAY_MS);
  }

  #tellConnecting(): void {
    this.#options.onConnecting(this.#links.size - this.countOpen());
  }
}

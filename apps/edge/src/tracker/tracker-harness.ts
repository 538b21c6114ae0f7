import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { joinRequest, type TicketClaims } from "@shoal/p2p/protocol";
import { createTracker } from "./tracker.ts";
import type { Tracker } from "./tracker.types.ts";
import { TrackerPeer } from "./tracker-peer.ts";

export const DEFAULT_RULES = {
  enabled: true,
  viewerThreshold: 1,
  maxPeers: 8,
  uploadPercent: 80,

  uploadOnCellular: false,
  savedSegments: 0,
  interISP: true,
};
export const SILENT_LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined };

/** A tracker on its own port, for tests. Its tickets are plain names. */
export class TrackerHarness {
  nowMs = 1_000_000;
  readonly tracker: Tracker;
  readonly tickets = new Map<string, TicketClaims>();
  /** The tracker's side of each connection. */
  readonly sockets: Socket[] = [];
  readonly #peers: TrackerPeer[] = [];
  readonly #server: Server = createServer();

  constructor(options: Partial<Parameters<typeof createTracker>[0]> = {}) {
    const verifyTicket = (ticket: string) => this.tickets.get(ticket);
    this.tracker = createTracker({ verifyTicket, log: SILENT_LOG, now: () => this.nowMs, ...options });
    this.#server.on("connection", (socket: Socket) => this.sockets.push(socket));
    this.#server.on("upgrade", (request, socket, head) => this.tracker.handleUpgrade(request, socket, head));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, resolve));
    return this;
  }

  async close(): Promise<void> {
    for (const peer of this.#peers) peer.close();
    await this.tracker.close();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  issue(ticket: string, claims: Partial<TicketClaims> = {}): void {
    const place = { networkPrefix: "203.0.113.0/24", asn: 1, country: "FR" };
    this.tickets.set(ticket, {
      swarm: "v/1",
      sessionId: ticket,
      expiresAtMs: this.nowMs + 60_000,
      rules: DEFAULT_RULES,
      issuedAtMs: this.nowMs,
      ...place,
      ...claims,
    });
  }

  async connect(): Promise<TrackerPeer> {
    const peer = await TrackerPeer.open(`ws://localhost:${this.port}/tracker`);
    this.#peers.push(peer);
    return peer;
  }

  async join(ticket: string, claims: Partial<TicketClaims> = {}): Promise<TrackerPeer> {
    this.issue(ticket, claims);
    const peer = await this.connect();
    peer.send(joinRequest(ticket));
    await peer.next("joined");
    return peer;
  }
}

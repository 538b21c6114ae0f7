import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { P2pRules, TicketClaims } from "@shoal/p2p/protocol";

/** What the tracker asks of a logger; pino fits. */
export interface TrackerLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface TrackerOptions {
  /** @returns undefined for a ticket that is forged, malformed or out of date. */
  verifyTicket(ticket: string): TicketClaims | undefined;
  log: TrackerLog;
  now?: () => number;
  /** Called when a room has changed size, 0 when it is gone. */
  onAudienceChange?: (swarm: string, audience: number) => void;
}

export interface Tracker {
  /** Takes over a WebSocket upgrade; the ticket comes in the first message. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  countPeers(): number;
  rooms(): number;
  /** Viewers in one room, 0 when nobody is there. */
  audienceOf(swarm: string): number;
  /** New rules of a video, pushed to all who watch it. */
  updateRules(swarm: string, rules: P2pRules): void;
  /** Access was withdrawn, or the generation is gone: everybody is sent away. */
  closeRoom(swarm: string): void;
  close(): Promise<void>;
}

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { P2pRules, TicketClaims } from "@shoal/p2p/protocol";

/** The logger that the tracker needs; pino fits. */
export interface TrackerLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface TrackerOptions {
  /** @returns undefined for a ticket that is forged, malformed or out of date. */
  verifyTicket(ticket: string): TicketClaims | undefined;
  /** The access of a viewer who connects; undefined if nothing is known. Viewers admitted by former rules are refused. */
  judge?: (claims: TicketClaims) => Judgement | undefined;
  log: TrackerLog;
  now?: () => number;
  /** Viewers of a swarm on other trackers; none if there is only one tracker. */
  countElsewhere?: (swarm: string) => number;
  /** Called when a room's size has changed; 0 when it is closed. */
  onAudienceChange?: (swarm: string, audience: number) => void;
}

/** The rules for a viewer at a moment. */
export interface Judgement {
  rules: P2pRules;
  /**
   * Access rules have changed since the ticket was issued: the viewer requests a new session, or is
   * disconnected.
   */
  isOutdated: boolean;
}

/** A connected viewer, and what the tracker last sent them. */
export interface Watching {
  claims: TicketClaims;
  rules: P2pRules;
}

/** A room with someone in it. */
export interface OccupiedRoom {
  swarm: string;
  size: number;
  /** Per connection. */
  claims: TicketClaims;
}

export interface Tracker {
  /** Handles a WebSocket upgrade; the ticket is in the first message. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  countPeers(): number;
  rooms(): number;
  /** Viewers in a room; 0 if it is empty. */
  audienceOf(swarm: string): number;
  /** How many viewers each room has here. */
  audiences(): Iterable<[swarm: string, count: number]>;
  /** All rooms here, each with one of its viewers. */
  occupied(): Iterable<OccupiedRoom>;
  /** All viewers here, of those swarms. */
  watching(isWanted: (swarm: string) => boolean): Iterable<Watching>;
  /** Viewers elsewhere may have changed: those here are notified where it matters. */
  recount(): void;
  /** Re-evaluates each viewer, and pushes changed rules to them. */
  review(judge: (claims: TicketClaims) => Judgement | undefined): void;
  /** The players' view of a video has changed: all its viewers request a new session. */
  renewSessions(swarm: string): void;
  /** Access was withdrawn, or the generation was removed: everyone is disconnected. */
  closeRoom(swarm: string): void;
  close(): Promise<void>;
}

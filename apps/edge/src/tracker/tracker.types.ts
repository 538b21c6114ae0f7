import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { P2pRules, TicketClaims } from "@shoal/p2p/protocol";

/** The part of a logger that the tracker uses; pino has it. */
export interface TrackerLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface TrackerOptions {
  /** Verifies a ticket. @returns undefined if it is forged, malformed or expired. */
  verifyTicket(ticket: string): TicketClaims | undefined;
  /** Evaluates the rules for a viewer who connects; undefined if nothing is known. Viewers admitted under earlier rules are rejected. */
  evaluate?: (claims: TicketClaims) => EvaluatedRules | undefined;
  log: TrackerLog;
  now?: () => number;
  /** Returns the number of viewers of a swarm at other trackers; omitted if there is only one tracker. */
  countElsewhere?: (swarm: string) => number;
  /** Called when a room's size has changed; 0 when it is closed. */
  onAudienceChange?: (swarm: string, audience: number) => void;
}

/** The rules for a viewer at a moment. */
export interface EvaluatedRules {
  rules: P2pRules;
  /**
   * Whether access rules have changed since the ticket was issued: the viewer must request a new session, or is disconnected.
   */
  isOutdated: boolean;
}

/** A connected viewer, and what the tracker last sent them. */
export interface WatchingViewer {
  claims: TicketClaims;
  rules: P2pRules;
}

/** A room with at least one viewer. */
export interface OccupiedRoom {
  swarm: string;
  size: number;
  /** The claims of one of the room's viewers. */
  claims: TicketClaims;
}

export interface Tracker {
  /** Handles a WebSocket upgrade. The ticket is in the first message. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  countPeers(): number;
  rooms(): number;
  /** Returns the number of viewers in a room; 0 if it is empty. */
  audienceOf(swarm: string): number;
  /** Iterates over the rooms' numbers of viewers. */
  audiences(): Iterable<[swarm: string, count: number]>;
  /** Iterates over all rooms, each with the claims of one viewer. */
  occupied(): Iterable<OccupiedRoom>;
  /** Iterates over the viewers of some swarms. */
  watching(isWanted: (swarm: string) => boolean): Iterable<WatchingViewer>;
  /** Counts viewers at other trackers again, and notifies viewers of this tracker of larger changes. */
  recount(): void;
  /** Evaluates the rules for each viewer again, and sends changed rules to them. */
  review(evaluate: (claims: TicketClaims) => EvaluatedRules | undefined): void;
  /** Makes all viewers of a video request a new session, because its descriptor has changed. */
  renewSessions(swarm: string): void;
  /** Disconnects all viewers of a room: access was withdrawn, or the generation was removed. */
  closeRoom(swarm: string): void;
  close(): Promise<void>;
}

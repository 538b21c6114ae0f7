import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { P2pRules, TicketClaims } from "@shoal/p2p/protocol";

/** The methods of pino's logger that the tracker uses. */
export interface TrackerLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface TrackerOptions {
  /** Verifies a ticket. @returns undefined if it is forged, malformed or expired. */
  verifyTicket(ticket: string): TicketClaims | undefined;
  /**
   * Evaluates the rules for a viewer who connects; undefined if their subject is unknown. Viewers admitted under earlier rules are
   * rejected.
   */
  evaluate?: (claims: TicketClaims) => EvaluatedRules | undefined;
  log: TrackerLog;
  now?: () => number;
  /** Returns the number of viewers of a swarm at other trackers. Omitted if there is only one tracker. */
  countElsewhere?: (swarm: string) => number;
  /** Called when the size of a room has changed; the size is 0 when the room is closed. */
  onAudienceChange?: (swarm: string, audience: number) => void;
}

/** The result of evaluating the rules for a viewer at one moment. */
export interface EvaluatedRules {
  rules: P2pRules;
  /**
   * Whether access rules have changed since the ticket was issued. If so, the viewer must request a new session, or is
   * disconnected.
   */
  isOutdated: boolean;
}

/** A connected viewer, and the rules that the tracker last sent them. */
export interface WatchingViewer {
  claims: TicketClaims;
  rules: P2pRules;
}

/** A room with at least one viewer. */
export interface OccupiedRoom {
  swarm: string;
  size: number;
  /** The claims of any one of the room's viewers. */
  claims: TicketClaims;
}

export interface Tracker {
  /** Handles a WebSocket upgrade. The viewer sends their ticket in the first message. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  countPeers(): number;
  rooms(): number;
  /** Returns the number of viewers in a room; 0 if it is empty. */
  audienceOf(swarm: string): number;
  /** Iterates over the rooms and the number of viewers in each. */
  audiences(): Iterable<[swarm: string, count: number]>;
  /** Iterates over all rooms, each with the claims of one viewer. */
  occupied(): Iterable<OccupiedRoom>;
  /** Iterates over the viewers of the wanted swarms. */
  watching(isWanted: (swarm: string) => boolean): Iterable<WatchingViewer>;
  /** Counts the viewers at other trackers again, and notifies viewers of this tracker if the audience has changed enough. */
  recount(): void;
  /** Evaluates the rules for each viewer again, and sends those that have changed. */
  review(evaluate: (claims: TicketClaims) => EvaluatedRules | undefined): void;
  /** Makes all viewers of a video request a new session, because its descriptor has changed. */
  renewSessions(swarm: string): void;
  /** Disconnects all viewers of a room, because access was withdrawn or the generation was removed. */
  closeRoom(swarm: string): void;
  close(): Promise<void>;
}

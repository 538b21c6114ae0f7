import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Placement } from "../cluster/index.ts";
import type { PlaybackTokens } from "../playback/playback-token.ts";
import type { RoomCounts, Rooms } from "./rooms.ts";
import type { Slots } from "./slots.ts";
import type { ViewerAccess } from "./viewer-access.ts";

/** The methods of pino's logger that rooms use. */
export interface DirectLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface DirectDeps {
  /** The public URL of this edge, as in its `EDGE_PUBLIC_URL`. */
  publicUrl: string;
  internalSecret: string;
  roomTickets: Pick<PlaybackTokens, "verify">;
  slots: Slots;
  access: Pick<ViewerAccess, "admit" | "findRefusal" | "isGone">;
  placement: Pick<Placement, "roomFor">;
  addressOf: (request: IncomingMessage) => string;
  log: DirectLog;
  now?: () => number;
}

/** The state that an edge's sockets share. */
export interface DirectState extends DirectDeps {
  rooms: Rooms;
  now: () => number;
}

export interface DirectServer {
  /** Handles a WebSocket upgrade. The client sends its pass or ticket in its first message. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  count(): RoomCounts;
  close(): Promise<void>;
}

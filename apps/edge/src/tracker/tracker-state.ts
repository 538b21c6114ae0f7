import { hash } from "node:crypto";
import type { TicketClaims } from "@shoal/p2p/protocol";
import { RemovalLog } from "./removal-log.ts";
import { Room } from "./room.ts";
import type { TrackerOptions } from "./tracker.types.ts";

/** The state that the sockets of a tracker share. */
export interface TrackerState {
  readonly options: TrackerOptions;
  readonly rooms: Map<string, Room>;
  /** When each swarm was closed, and when each viewer lost the right to watch. Viewers are named by `viewerKeyOf`. */
  readonly sentAway: RemovalLog;
  now(): number;
  enter(swarm: string): Room;
  /** Removes an empty room and reports its new size. */
  settle(room: Room): void;
}

/**
 * Returns a session's name in a swarm, which stays the same when the session reconnects. Only the session's ticket grants this
 * name.
 */
export function peerIdOf(swarm: string, sessionId: string): string {
  return hash("sha256", `${swarm}\n${sessionId}`).slice(0, 20);
}

/** Returns the key of a swarm's viewer in the tracker's records. */
export const viewerKeyOf = ({ swarm, sessionId }: Pick<TicketClaims, "swarm" | "sessionId">): string =>
  `${swarm}\n${sessionId}`;

export function createState(options: TrackerOptions): TrackerState {
  const rooms = new Map<string, Room>();
  const shared = { countElsewhere: options.countElsewhere ?? (() => 0), memory: { segments: 0 } };
  return {
    options,
    rooms,
    sentAway: new RemovalLog(),
    now: options.now ?? Date.now,
    enter(swarm) {
      const room = rooms.get(swarm) ?? new Room(swarm, shared);
      rooms.set(swarm, room);
      return room;
    },
    settle(room) {
      if (room.size === 0) rooms.delete(room.swarm);
      options.onAudienceChange?.(room.swarm, room.size);
    },
  };
}

import { MAX_TRACKER_MESSAGE_BYTES } from "@shoal/p2p/protocol";
import { WebSocketServer } from "ws";
import { closeWithReason, sendReply } from "./member.ts";
import { reviewViewers } from "./review.ts";
import { serveSocket } from "./serve-socket.ts";
import { startSweep } from "./sweep.ts";
import type { Tracker, TrackerOptions } from "./tracker.types.ts";
import { createState } from "./tracker-state.ts";

/** The maximum number of fragments per message. Clients send each message whole, and proxies may split a large one. */
const MAX_MESSAGE_FRAGMENTS = 64;

/**
 * Creates a tracker. Viewers connect by WebSocket and enter the room of their signed ticket. The tracker matches peers and
 * relays their signals, but never touches media.
 */
export function createTracker(options: TrackerOptions): Tracker {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_TRACKER_MESSAGE_BYTES,
    maxFragments: MAX_MESSAGE_FRAGMENTS,
    perMessageDeflate: false,
    // Responses to pings count towards the rate limit like those to other messages. Otherwise a client could make the server write
    // endlessly.
    autoPong: false,
  });
  const state = createState(options);
  const stopSweep = startSweep(server, state);
  server.on("connection", (socket, { socket: stream }) => serveSocket(state, { socket, stream }));
  return {
    handleUpgrade: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (client) => server.emit("connection", client, request)),
    countPeers: () => [...state.rooms.values()].reduce((sum, room) => sum + room.size, 0),
    rooms: () => state.rooms.size,
    audienceOf: (swarm) => state.rooms.get(swarm)?.size ?? 0,
    audiences: function* () {
      for (const room of state.rooms.values()) yield [room.swarm, room.size];
    },
    occupied: function* () {
      for (const room of state.rooms.values()) {
        const [somebody] = room.members();
        if (somebody) yield { swarm: room.swarm, size: room.size, claims: somebody.claims };
      }
    },
    watching: function* (isWanted) {
      for (const room of state.rooms.values()) if (isWanted(room.swarm)) yield* room.members();
    },
    recount: () => {
      for (const room of state.rooms.values()) room.recount();
    },
    review: (evaluate) => reviewViewers(state, evaluate),
    renewSessions: (swarm) => {
      for (const member of state.rooms.get(swarm)?.members() ?? []) sendReply(member, { type: "session" });
    },
    closeRoom: (swarm) => {
      state.sentAway.record(swarm, state.now());
      state.rooms.get(swarm)?.close();
    },
    close: () => closeServer(server, stopSweep),
  };
}

function closeServer(server: WebSocketServer, stopSweep: () => void): Promise<void> {
  stopSweep();
  for (const client of server.clients) {
    closeWithReason(client, "shutdown");
    setTimeout(() => client.terminate(), 1_000).unref();
  }
  return new Promise((resolve) => server.close(() => resolve()));
}

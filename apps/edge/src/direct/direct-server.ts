import { MAX_DIRECT_MESSAGE_BYTES } from "@shoal/contract/player";
import { type WebSocket, WebSocketServer } from "ws";
import type { DirectDeps, DirectServer, DirectState } from "./direct.types.ts";
import { startRoomSweeper } from "./room-sweeper.ts";
import { Rooms } from "./rooms.ts";
import { serveSocket } from "./serve-socket.ts";

/** The maximum number of fragments per message. Browsers send each message whole, and proxies may split a large one. */
const MAX_MESSAGE_FRAGMENTS = 64;
/** The WebSocket close code that tells clients that the edge is shutting down. */
const GOING_AWAY = 1001;
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Creates the server of the rooms where viewers of direct lives meet their publisher. It assigns places and relays signals, but
 * never touches media.
 */
export function createDirectServer(deps: DirectDeps): DirectServer {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_DIRECT_MESSAGE_BYTES,
    maxFragments: MAX_MESSAGE_FRAGMENTS,
    perMessageDeflate: false,
    // Responses to pings count towards the rate limit like those to other messages. Otherwise a client could make the server write
    // endlessly.
    autoPong: false,
  });
  const now = deps.now ?? Date.now;
  const state: DirectState = { ...deps, now, rooms: new Rooms({ slots: deps.slots, now }) };
  const stopRoomSweeper = startRoomSweeper(server, state);
  server.on("connection", (socket: WebSocket, request) =>
    serveSocket(state, socket, deps.addressOf(request)),
  );
  return {
    handleUpgrade: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (client) => server.emit("connection", client, request)),
    count: () => state.rooms.count(),
    close: () => {
      stopRoomSweeper();
      // The rooms are cleared first, so that members receive no "left" messages and keep playing.
      state.rooms.clear();
      return closeSockets(server);
    },
  };
}

function closeSockets(server: WebSocketServer): Promise<void> {
  for (const client of server.clients) {
    client.close(GOING_AWAY);
    setTimeout(() => client.terminate(), CLOSE_TIMEOUT_MS).unref();
  }
  return new Promise((resolve) => server.close(() => resolve()));
}

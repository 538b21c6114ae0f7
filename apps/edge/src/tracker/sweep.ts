import { HEARTBEAT_INTERVAL_MS } from "@shoal/p2p/protocol";
import type { WebSocket, WebSocketServer } from "ws";
import { closeWithReason } from "./member.ts";
import type { TrackerState } from "./tracker-state.ts";

/** How long a ticket is still accepted after its expiry. The play call that renews it may fail once or twice. */
const TICKET_GRACE_MS = 60_000;

/**
 * Closes connections that no longer respond, and members whose ticket has expired.
 * @returns a function that stops the sweep.
 */
export function startSweep(server: WebSocketServer, state: TrackerState): () => void {
  const unanswered = new WeakSet<WebSocket>();
  server.on("connection", (socket: WebSocket) => socket.on("pong", () => unanswered.delete(socket)));
  const timer = setInterval(() => {
    for (const socket of server.clients) {
      if (unanswered.has(socket)) socket.terminate();
      unanswered.add(socket);
      socket.ping();
    }
    closeExpired(state);
  }, HEARTBEAT_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function closeExpired(state: TrackerState): void {
  const oldestMs = state.now() - TICKET_GRACE_MS;
  for (const room of state.rooms.values()) {
    for (const member of room.members()) {
      if (member.claims.expiresAtMs < oldestMs) closeWithReason(member.socket, "ticketExpired");
    }
  }
}

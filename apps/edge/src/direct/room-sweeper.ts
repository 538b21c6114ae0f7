import { DIRECT_HEARTBEAT_INTERVAL_MS } from "@shoal/contract/player";
import type { WebSocket, WebSocketServer } from "ws";
import { roomUrlAt } from "../playback/direct-lives.ts";
import type { DirectState } from "./direct.types.ts";

/**
 * The interval of reviews, in ms. Rule changes reach edges within 2.5 s and must take effect within 5 s.
 */
const REVIEW_INTERVAL_MS = 1_000;
const MAX_MISSED_HEARTBEATS = 3;

/**
 * Reviews rooms periodically: removes members that the rules no longer allow, moves rooms that belong to another edge, and closes sockets
 * that no longer respond.
 * @returns a function that stops the sweeper.
 */
export function startRoomSweeper(server: WebSocketServer, state: DirectState): () => void {
  const silentBeats = countUnansweredPings(server);
  const timers = [
    setInterval(() => reviewRooms(state), REVIEW_INTERVAL_MS),
    setInterval(() => {
      for (const socket of server.clients) sendHeartbeat(socket, silentBeats);
    }, DIRECT_HEARTBEAT_INTERVAL_MS),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach(clearInterval);
}

/** Counts the unanswered pings of each socket. */
function countUnansweredPings(server: WebSocketServer): WeakMap<WebSocket, number> {
  const silentBeats = new WeakMap<WebSocket, number>();
  server.on("connection", (socket: WebSocket) => {
    for (const event of ["pong", "message"]) socket.on(event, () => silentBeats.delete(socket));
  });
  return silentBeats;
}

function sendHeartbeat(socket: WebSocket, silentBeats: WeakMap<WebSocket, number>): void {
  const count = silentBeats.get(socket) ?? 0;
  silentBeats.set(socket, count + 1);
  if (count >= MAX_MISSED_HEARTBEATS) socket.terminate();
  else socket.ping();
}

const denialOf = (access: DirectState["access"], uuid: string) =>
  access.isGone(uuid) ? "denied" : undefined;

function reviewRooms(state: DirectState): void {
  try {
    for (const uuid of Array.from(state.rooms.uuids())) reviewRoom(state, uuid);
  } catch (error) {
    state.log.error({ err: error }, "Rooms could not be reviewed");
  }
}

function reviewRoom({ rooms, placement, publicUrl, access, now }: DirectState, uuid: string): void {
  const url = placement.roomFor(uuid);
  if (url !== publicUrl) {
    rooms.move(uuid, roomUrlAt(url));
    return;
  }
  for (const connection of rooms.membersOf(uuid)) {
    const { seat } = connection;
    const refusal = seat.role === "viewer" ? access.findRefusal(seat) : denialOf(access, uuid);
    if (refusal) rooms.refuse(connection, refusal);
  }
  rooms.step(uuid, { type: "tick", atMs: now() });
}

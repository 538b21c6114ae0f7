import { DirectRequest } from "@shoal/contract/player";
import type { WebSocket } from "ws";
import { createRateLimit } from "../platform/rate-limit.ts";
import { type Connection, refuseConnection, sendPong } from "./connection.ts";
import type { DirectState } from "./direct.types.ts";
import { enterRoom, type PendingCaller } from "./enter.ts";

const JOIN_TIMEOUT_MS = 10_000;
/** The maximum rate of messages. A connecting publisher sends offers to five viewers in one go, with about 20 candidates each. */
const MESSAGES_PER_SEC = 40;
const MESSAGES_BURST = 400;
/** The close codes of clients that leave on purpose: normal closure, going away, none given. */
const NORMAL_CLOSE_CODES: readonly number[] = [1000, 1001, 1005];

/** Serves one connection from its first message to its end. */
export function serveSocket(state: DirectState, socket: WebSocket, address: string): void {
  const { rooms } = state;
  const limit = createRateLimit(MESSAGES_PER_SEC, MESSAGES_BURST);
  let isEntering = false;
  let connection: Connection | undefined;
  const joinTimer = setTimeout(() => refuseConnection(socket, "invalid"), JOIN_TIMEOUT_MS);
  joinTimer.unref();
  const refuseInvalid = () =>
    connection ? rooms.refuse(connection, "invalid") : refuseConnection(socket, "invalid");
  const begin = async (request: PendingCaller["request"]) => {
    isEntering = true;
    connection = await enterRoom(state, { socket, address, request });
    clearTimeout(joinTimer);
  };
  socket.on("message", (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    const request = limit.tryConsume(state.now()) && !isBinary ? parseRequest(data.toString()) : undefined;
    if (!request || (request.type === "signal") !== (connection !== undefined)) return refuseInvalid();
    if (request.type !== "signal") return isEntering ? refuseInvalid() : void begin(request);
    const { to, signal } = request;
    if (connection)
      rooms.step(connection.seat.uuid, { type: "signal", connection: connection.id, to, signal });
  });
  socket.on("ping", (data) => {
    if (socket.readyState !== socket.OPEN) return;
    if (limit.tryConsume(state.now())) sendPong(socket, data);
    else refuseInvalid();
  });
  socket.on("error", (error) => state.log.debug({ error: error.message }, "A socket of a room failed"));
  socket.on("close", (code) => {
    clearTimeout(joinTimer);
    if (connection) rooms.leave(connection, !NORMAL_CLOSE_CODES.includes(code));
  });
}

function parseRequest(text: string): DirectRequest | undefined {
  try {
    return DirectRequest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

import type { IceServer } from "@shoal/contract";
import type { DirectAnswer, DirectRefusal } from "@shoal/contract/player";
import { WebSocket } from "ws";
import type { TicketHolder } from "./viewer-access.ts";

/**
 * The number of unsent bytes above which a client that does not read is disconnected, before it costs memory. All offers of a full
 * room are smaller.
 */
const MAX_BACKLOG_BYTES = 500_000;
/**
 * The shortest delay before a rejected client reconnects. Longer delays are random, so that clients do not all return at the same
 * moment.
 */
const MIN_RECONNECT_MS = 30_000;
const RECONNECT_SPREAD_MS = 30_000;
/** The WebSocket close code (RFC 6455) for a violated rule, which the message names. */
const POLICY_VIOLATION = 1008;

/** The role of a connection in a room. */
export type ConnectionRole =
  | { role: "publisher"; uuid: string }
  | (TicketHolder & { role: "viewer"; uuid: string; iceServers: readonly IceServer[] });

/** A connection admitted to a room. */
export interface Connection {
  /** The connection's unique id. A client that reconnects gets a new one. */
  id: string;
  socket: WebSocket;
  seat: ConnectionRole;
}

export function sendMessage(socket: WebSocket, answer: DirectAnswer): void {
  if (canWrite(socket)) socket.send(JSON.stringify(answer));
}

export function sendPong(socket: WebSocket, data: Buffer): void {
  if (canWrite(socket)) socket.pong(data);
}

function canWrite(socket: WebSocket): boolean {
  if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount > MAX_BACKLOG_BYTES) socket.terminate();
  return socket.readyState === WebSocket.OPEN;
}

export function sendAndClose(socket: WebSocket, answer: DirectAnswer): void {
  sendMessage(socket, answer);
  socket.close(POLICY_VIOLATION, answer.type);
}

export function refuseConnection(socket: WebSocket, reason: DirectRefusal): void {
  const comeBackInMs = Math.round(MIN_RECONNECT_MS + Math.random() * RECONNECT_SPREAD_MS);
  sendAndClose(socket, { type: "refused", reason, ...(reason === "busy" ? { comeBackInMs } : {}) });
}

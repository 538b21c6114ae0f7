import type { Duplex } from "node:stream";
import type { LiveChatAnswer, LiveChatDenial } from "@shoal/contract/player";
import type { WebSocket } from "ws";
import { textFrame } from "../platform/frame.ts";
import type { RateLimit } from "../platform/rate-limit.ts";
import type { ChatTicketHolder } from "./chat-access.ts";

/** A viewer who reads a chat, and may write in it. */
export interface ChatMember extends ChatTicketHolder {
  socket: WebSocket;
  /** The connection beneath the WebSocket. */
  stream: Duplex;
  /** The keyed digests of the viewer's identity (`author`) and of their network. */
  author: string;
  network: string;
  limit: RateLimit;
}

/** A message in its wire form, which is encoded once for all of its receivers. */
export interface ChatFrame {
  text: string;
  /** The encoded frame, shared by all receivers; undefined if the message is longer than `MAX_FRAME_BYTES`. */
  frame: Buffer | undefined;
}

/** The longest message that `textFrame` can encode, in bytes, since it writes two-byte lengths. */
const MAX_FRAME_BYTES = 65_535;
/** The maximum number of unsent bytes. A client that reads too slowly is disconnected before it costs memory. */
const MAX_BACKLOG_BYTES = 262_144;
/** The WebSocket close code for a viewer whose identity is known but who has no access. */
const POLICY_VIOLATION = 1008;

export function frameOf(answer: LiveChatAnswer): ChatFrame {
  const text = JSON.stringify(answer);
  return { text, frame: Buffer.byteLength(text) <= MAX_FRAME_BYTES ? textFrame(text) : undefined };
}

export function sendFrame({ socket, stream }: Pick<ChatMember, "socket" | "stream">, sent: ChatFrame): void {
  if (socket.readyState !== socket.OPEN) return;
  if (stream.writableLength > MAX_BACKLOG_BYTES) socket.terminate();
  else if (sent.frame) stream.write(sent.frame);
  else socket.send(sent.text);
}

export const sendAnswer = (line: Pick<ChatMember, "socket" | "stream">, answer: LiveChatAnswer): void =>
  sendFrame(line, frameOf(answer));

/** Sends the reason and closes the connection. */
export function denyAccess(line: Pick<ChatMember, "socket" | "stream">, reason: LiveChatDenial): void {
  if (line.socket.readyState !== line.socket.OPEN) return;
  sendAnswer(line, { type: "denied", reason });
  line.socket.close(POLICY_VIOLATION, reason);
}

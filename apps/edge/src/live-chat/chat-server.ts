import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { LiveChatRequest, MAX_LIVE_CHAT_MESSAGE_BYTES } from "@shoal/contract/player";
import { networkOf } from "@shoal/domain";
import { type WebSocket, WebSocketServer } from "ws";
import { createRateLimit } from "../platform/rate-limit.ts";
import type { PlaybackTokens, VerifiedClaims } from "../playback/playback-token.ts";
import type { ChatAccess } from "./chat-access.ts";
import { type ChatMember, denyAccess } from "./chat-line.ts";
import { ChatRooms, type ChatRoomsOptions } from "./chat-rooms.ts";

const JOIN_TIMEOUT_MS = 10_000;
/** The maximum rate of frames of any type per connection. */
const MESSAGES_PER_SEC = 5;
const MESSAGES_BURST = 20;
/** The maximum rate of messages per viewer: more than anyone can read. */
const WRITES_PER_SEC = 0.5;
const WRITES_BURST = 4;
/** The interval of reviews. A change of rules reaches edges within 2.5 s and must take effect within 5 s. */
const REVIEW_INTERVAL_MS = 1_000;
const HEARTBEAT_INTERVAL_MS = 30_000;
const MAX_MISSED_HEARTBEATS = 2;
/** The WebSocket close code that tells clients that the edge is shutting down. */
const GOING_AWAY = 1001;
const CLOSE_TIMEOUT_MS = 1_000;

interface ChatServerDeps extends Omit<ChatRoomsOptions, "now" | "log"> {
  /** The installation's secret, which keys the digests of viewers. */
  internalSecret: string;
  tickets: Pick<PlaybackTokens, "verify">;
  access: Pick<ChatAccess, "admit" | "findDenial">;
  addressOf: (request: IncomingMessage) => string;
  log: ChatRoomsOptions["log"] & {
    debug(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

interface ChatServer {
  /** Handles a WebSocket upgrade. The viewer sends their ticket in the first message. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  count(): ReturnType<ChatRooms["count"]>;
  close(): Promise<void>;
}

/** Serves the chats of lives. Followers receive messages in batches. */
export function createChatServer(deps: ChatServerDeps): ChatServer {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_LIVE_CHAT_MESSAGE_BYTES,
    perMessageDeflate: false,
    autoPong: false,
  });
  const rooms = new ChatRooms(deps);
  const silentBeats = new WeakMap<WebSocket, number>();
  const timers = [
    setInterval(() => {
      try {
        rooms.review((member) => deps.access.findDenial(member, "live"));
      } catch (err) {
        deps.log.error({ err }, "Chats could not be reviewed");
      }
    }, REVIEW_INTERVAL_MS),
    setInterval(() => {
      for (const socket of server.clients) sendHeartbeat(socket, silentBeats);
    }, HEARTBEAT_INTERVAL_MS),
  ];
  for (const timer of timers) timer.unref();
  return {
    handleUpgrade: (request, stream, head) =>
      server.handleUpgrade(request, stream, head, (socket) => {
        for (const event of ["pong", "message"]) socket.on(event, () => silentBeats.delete(socket));
        serveConnection(deps, rooms, { socket, stream, address: deps.addressOf(request) });
      }),
    count: () => rooms.count(),
    close() {
      timers.forEach(clearInterval);
      rooms.close();
      for (const client of server.clients) {
        client.close(GOING_AWAY);
        setTimeout(() => client.terminate(), CLOSE_TIMEOUT_MS).unref();
      }
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function sendHeartbeat(socket: WebSocket, silentBeats: WeakMap<WebSocket, number>): void {
  const count = silentBeats.get(socket) ?? 0;
  silentBeats.set(socket, count + 1);
  if (count >= MAX_MISSED_HEARTBEATS) socket.terminate();
  else socket.ping();
}

interface ChatConnection {
  socket: WebSocket;
  stream: Duplex;
  address: string;
}

/** Serves one connection from its first message to its end. */
function serveConnection(deps: ChatServerDeps, rooms: ChatRooms, line: ChatConnection): void {
  const { socket } = line;
  const limit = createRateLimit(MESSAGES_PER_SEC, MESSAGES_BURST);
  let isEntering = false;
  let member: ChatMember | undefined;
  const joinTimer = setTimeout(() => denyAccess(line, "invalid"), JOIN_TIMEOUT_MS);
  joinTimer.unref();
  const enter = async (request: Extract<LiveChatRequest, { type: "join" }>) => {
    isEntering = true;
    const entered = await admitViewer(deps, rooms, line, request);
    clearTimeout(joinTimer);
    if (typeof entered === "string") return denyAccess(line, entered);
    if (socket.readyState !== socket.OPEN) return;
    member = entered;
    rooms.enter(entered);
  };
  socket.on("message", (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    const request = limit.tryConsume(Date.now()) && !isBinary ? parseRequest(data.toString()) : undefined;
    if (!request || (request.type === "join") === isEntering) return denyAccess(line, "invalid");
    if (request.type === "join") void enter(request);
    // Messages that arrive before the response to `join` are dropped. They are not acknowledged, so the page sends them again.
    else if (member) rooms.write(member, request);
  });
  socket.on("ping", (data) => {
    if (socket.readyState !== socket.OPEN) return;
    if (limit.tryConsume(Date.now())) socket.pong(data);
    else denyAccess(line, "invalid");
  });
  socket.on("error", (error) => deps.log.debug({ error: error.message }, "A socket of a chat failed"));
  socket.on("close", () => {
    clearTimeout(joinTimer);
    if (member) rooms.leave(member);
  });
}

async function admitViewer(
  { tickets, access, internalSecret, log }: ChatServerDeps,
  rooms: ChatRooms,
  line: ChatConnection,
  { ticket, viewer }: Extract<LiveChatRequest, { type: "join" }>,
): Promise<ChatMember | "invalid" | "denied" | "off" | "busy"> {
  let claims: VerifiedClaims;
  try {
    claims = tickets.verify(ticket);
  } catch {
    return "invalid";
  }
  if (rooms.isFull) return "busy";
  const { address } = line;
  try {
    const admitted = await access.admit({ claims, address }, "live");
    if (typeof admitted === "string") return admitted;
  } catch (error) {
    log.debug({ err: error }, "Nobody knows whether a viewer may read a chat");
    return "busy";
  }
  const digest = (kind: string, text: string) =>
    createHmac("sha256", internalSecret)
      .update(`live-chat ${kind}\n${claims.clientId}\n${text}`)
      .digest("base64url")
      .slice(0, 22);
  return {
    ...line,
    claims,
    author: digest("author", viewer),
    network: digest("network", networkOf(address)),
    limit: createRateLimit(WRITES_PER_SEC, WRITES_BURST),
  };
}

function parseRequest(text: string): LiveChatRequest | undefined {
  try {
    return LiveChatRequest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

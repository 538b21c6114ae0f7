import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { CAPTURE_PATH, MAX_CAPTURE_MESSAGE_BYTES } from "@shoal/contract";
import { networkOf } from "@shoal/domain";
import { ANSWERS_TO_UNREADABLE, createClientAddress, inNetworks, makeHttpServer } from "@shoal/lifecycle";
import { CallerAddresses, WaitingRoom } from "@shoal/rtmp";
import { type WebSocket, WebSocketServer } from "ws";
import type { CaptureLimits, CaptureServer, CaptureServerOptions } from "./capture-server.types.ts";
import { CaptureSession } from "./capture-session.ts";

/**
 * The default limits. A page sends its messages immediately and a slice four times a second. A lost page is therefore detected
 * after ten seconds without pings.
 */
const DEFAULT_LIMITS: CaptureLimits = {
  beginMs: 5_000,
  idleMs: 10_000,
  flushMs: 5_000,

  connections: 500,
  waitingPerAddress: 20,
};
/** The maximum number of fragments per message. Browsers send each message whole, and proxies may split a large one. */
const MAX_MESSAGE_FRAGMENTS = 1_024;

/**
 * Starts a server to which browsers publish their recording over WebSocket (`CaptureRequest`).
 * @throws Error if the port is in use.
 */
export async function startCaptureServer(options: CaptureServerOptions): Promise<CaptureServer> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const sessions = new Set<CaptureSession>();
  const waiting = new WaitingRoom({
    mostPerNetwork: limits.waitingPerAddress,
    most: Math.ceil(limits.connections / 2),
    networkOf,
  });
  /** For each waiting connection, the function that removes it from the waiting room. */
  const leaving = new WeakMap<Duplex, () => void>();
  const addresses = new WeakMap<Duplex, string>();
  const isHttpProxy = inNetworks(options.trustedProxies ?? []);
  const addressOf = createClientAddress(options.trustedProxies ?? []);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_CAPTURE_MESSAGE_BYTES,
    maxFragments: MAX_MESSAGE_FRAGMENTS,
    // Compression is off because recordings are already compressed. Automatic pongs are off because they would fill the memory for
    // a client that does not read.

    perMessageDeflate: false,
    autoPong: false,
  });
  function serve(socket: WebSocket, address: string, leaveRoom: () => void): void {
    const session = new CaptureSession(socket, { options, limits, address, onPublishing: leaveRoom });
    sessions.add(session);
    void session.ended.then(() => {
      leaveRoom();
      sessions.delete(session);
    });
  }
  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const own = addresses.get(stream) ?? "";
    const isForwarded = isHttpProxy(own);
    const address = isForwarded ? addressOf(request) : own;
    const status = refusalOf(request, options.origin);
    const leaveRoom = isForwarded ? moveTo(stream, address) : leaving.get(stream);
    if (status !== undefined || !leaveRoom || sessions.size - waiting.size >= limits.connections) {
      refuseUpgrade(stream, status ?? "503 Service Unavailable");
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => serve(socket, address, leaveRoom));
  }
  /** Counts a proxied connection for the network of the proxy's caller instead of for the proxy. */
  function moveTo(stream: Duplex, address: string): (() => void) | undefined {
    leaving.get(stream)?.();
    const leaveRoom = waiting.enter(address, () => stream.destroy());
    if (leaveRoom) stream.once("close", leaveRoom);
    return leaveRoom;
  }
  const server = makeHttpServer(answerPlainRequest, {
    headersMs: limits.beginMs,
    requestMs: limits.beginMs,
  });
  server.on("clientError", ANSWERS_TO_UNREADABLE.clientErrorHandler);
  const callers = new CallerAddresses({
    isProxy: options.isProxy ?? (() => false),
    headerMs: limits.beginMs,
    onFault: (fault) => options.onFault?.({ ...fault, reason: "bad_command" }),
  });
  // Node's own listener reads HTTP, which starts after the proxy's header.
  const readHttp = server.listeners("connection");
  server.removeAllListeners("connection");
  let forwardedCount = 0;
  function accept(socket: Socket, address: string): void {
    // A connection counts from the start, so that silent connections of one network cannot use up the limit of others. HTTP proxies
    // only forward complete requests, which name their callers. Until its request arrives, each of their connections therefore
    // counts as a separate network.
    const network = isHttpProxy(address) ? `forwarded ${forwardedCount++}` : address;
    const leaveRoom = waiting.enter(network, () => socket.destroy());
    if (!leaveRoom) {
      socket.destroy();
      return;
    }
    addresses.set(socket, address);
    leaving.set(socket, leaveRoom);
    socket.once("close", leaveRoom);
    for (const listener of readHttp) listener.call(server, socket);
    // A proxy's connection was paused while its header was read.
    if (socket.isPaused()) socket.resume();
  }
  server.on("connection", (socket: Socket) => callers.find(socket, (address) => accept(socket, address)));
  server.on("upgrade", upgrade);
  await startListening(server, options);
  server.on("error", ({ message }) => options.onFault?.({ address: "", reason: "failed", detail: message }));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : options.port,
    get connections() {
      return sessions.size;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      callers.close();
      await Promise.all([...sessions].map((session) => session.end("closed")));
      sockets.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Responds to a request that is not a WebSocket upgrade. Explains how to use the server's only address, and returns 404 for others.
 */
function answerPlainRequest({ url = "" }: IncomingMessage, response: ServerResponse): void {
  const isHere = pathOf(url) === CAPTURE_PATH;
  const body = isHere
    ? { code: "bad_request", message: "This URL accepts only WebSocket connections" }
    : { code: "not_found", message: "There is nothing at this URL" };
  const text = JSON.stringify(body);
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    ...(isHere ? { Upgrade: "websocket" } : {}),
  };
  response.writeHead(isHere ? 426 : 404, headers).end(text);
}

const pathOf = (url: string): string => url.split("?")[0] ?? "";

/** Returns the status line for a rejected connection; undefined if it is accepted. */
function refusalOf({ url = "", headers }: IncomingMessage, origin: string): string | undefined {
  if (pathOf(url) !== CAPTURE_PATH) return "404 Not Found";
  return headers.origin === origin ? undefined : "403 Forbidden";
}

function refuseUpgrade(stream: Duplex, status: string): void {
  stream.on("error", () => undefined);
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function startListening(
  server: Server,
  { host, port }: Pick<CaptureServerOptions, "host" | "port">,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

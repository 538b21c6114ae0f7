import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { networkOf } from "@shoal/domain";
import type { ClientAddressOf } from "@shoal/lifecycle";

/** How long rejected clients are asked to wait before they retry. Our own players reconnect after 1 to 5 s regardless. */
const RETRY_AFTER_HEADER = "Retry-After: 5\r\n";

/** Handles the WebSocket upgrades of one path. */
export interface SocketServer {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface SocketUpgradesOptions {
  /** The WebSocket servers by path. */
  servers: Readonly<Record<string, SocketServer>>;
  addressOf: ClientAddressOf;
  /** Maximum number of sockets per address and path; IPv6 addresses count by their /64. */
  socketsPerAddress: number;
  onLimited: () => void;
}

/** Routes WebSocket upgrades by path, up to a limit per client address, and rejects all others. */
export function routeUpgrades(server: Server, options: SocketUpgradesOptions): void {
  const endpoints = new Map(
    Object.entries(options.servers).map(([path, handler]) => [
      path,
      { handler, held: new Map<string, number>() },
    ]),
  );
  server.on("upgrade", (req, socket, head) => {
    socket.on("error", () => socket.destroy());
    const endpoint = endpoints.get(req.url?.split("?")[0] ?? "");
    if (!endpoint) return refuseUpgrade(socket, "404 Not Found");
    const { handler, held } = endpoint;
    // A single IPv6 subscriber can use more addresses than the edge accepts sockets, so a /64 counts as one address.
    const address = networkOf(options.addressOf(req));
    const count = held.get(address) ?? 0;
    if (count >= options.socketsPerAddress) {
      options.onLimited();
      return refuseUpgrade(socket, "429 Too Many Requests", RETRY_AFTER_HEADER);
    }
    held.set(address, count + 1);
    socket.once("close", () => releaseSocket(held, address));
    upgradeConnection(handler, req, { socket, head });
  });
}

/** Upgrades a connection and removes the server's idle limit, because a WebSocket may be silent for longer than a request. */
function upgradeConnection(
  handler: SocketServer,
  req: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
): void {
  if ("setTimeout" in socket && typeof socket.setTimeout === "function") socket.setTimeout(0);
  handler.handleUpgrade(req, socket, head);
}

function releaseSocket(held: Map<string, number>, address: string): void {
  const count = (held.get(address) ?? 1) - 1;
  if (count > 0) held.set(address, count);
  else held.delete(address);
}

function refuseUpgrade(socket: Duplex, status: string, more = ""): void {
  socket.end(`HTTP/1.1 ${status}\r\n${more}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}

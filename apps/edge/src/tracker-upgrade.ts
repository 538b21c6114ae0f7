import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { ClientAddressOf } from "./platform/client-address.ts";
import type { Tracker } from "./tracker/index.ts";

export interface TrackerUpgradeOptions {
  tracker: Tracker;
  addressOf: ClientAddressOf;
  socketsPerAddress: number;
}

/** Hands WebSocket upgrades at `/tracker` to the tracker, so many at a time from one address; refuses all others. */
export function routeUpgrades(server: Server, options: TrackerUpgradeOptions): void {
  const held = new Map<string, number>();
  server.on("upgrade", (req, socket, head) => {
    socket.on("error", () => socket.destroy());
    if (req.url?.split("?")[0] !== "/tracker") return refuse(socket, "404 Not Found");
    const address = options.addressOf(req);
    const count = held.get(address) ?? 0;
    if (count >= options.socketsPerAddress) return refuse(socket, "429 Too Many Requests");
    held.set(address, count + 1);
    socket.once("close", () => release(held, address));
    upgrade(options.tracker, req, { socket, head });
  });
}

/** The server's idle limit is for requests; a peer may be silent for longer. */
function upgrade(
  tracker: Tracker,
  req: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
): void {
  if ("setTimeout" in socket && typeof socket.setTimeout === "function") socket.setTimeout(0);
  tracker.handleUpgrade(req, socket, head);
}

function release(held: Map<string, number>, address: string): void {
  const count = (held.get(address) ?? 1) - 1;
  if (count > 0) held.set(address, count);
  else held.delete(address);
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

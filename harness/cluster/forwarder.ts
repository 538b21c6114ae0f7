import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface PortForwarder {
  close(): void;
}

/**
 * Forwards connections from an address to a port of loopback.
 * @param target returns the port, and is called for each connection.
 */
export async function openForwarder(
  { host, port }: { host: string; port: number },
  target: () => number,
): Promise<PortForwarder> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: target(), host: "127.0.0.1", noDelay: true });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket)).on("error", () => undefined);
    }
    near.pipe(far).pipe(near);
    near.once("close", () => far.destroy());
    far.once("close", () => near.destroy());
  }).listen(port, host);
  await once(server, "listening");
  return {
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

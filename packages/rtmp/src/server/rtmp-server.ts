import { createServer, type Server, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { CallerAddresses } from "./caller-addresses.ts";
import { Publishers } from "./publishers.ts";
import type { RtmpLimits, RtmpServer, RtmpServerOptions } from "./rtmp-server.types.ts";
import { RtmpSession } from "./rtmp-session.ts";
import { WaitingRoom } from "./waiting-room.ts";

/** The default limits. A working encoder starts publishing within a second, and a lost encoder is detected after ten seconds. */
const DEFAULT_LIMITS: RtmpLimits = {
  setupMs: 10_000,
  idleMs: 10_000,
  connections: 1_000,
  waitingPerAddress: 20,
};

/**
 * Listens for publishers of RTMP, or of RTMPS with a certificate. Playing is not possible.
 *
 * @throws Error if the port is in use, or the certificate does not match its key.
 * @example
 * const server = await startRtmpServer({
 *   ...{ host: "127.0.0.1", port: 1935 },
 *   async admit({ key }) {
 *     const live = await findLive(key);
 *     return live ? { isAdmitted: true, id: live.uuid, open: () => live } : { isAdmitted: false, reason: "Unknown key." };
 *   },
 * });
 */
export async function startRtmpServer(options: RtmpServerOptions): Promise<RtmpServer> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const publishers = options.publishers ?? new Publishers();
  const sessions = new Set<RtmpSession>();
  const waiting = new WaitingRoom({
    mostPerNetwork: limits.waitingPerAddress,
    most: Math.ceil(limits.connections / 2),
    networkOf: options.networkOf ?? ((address) => address),
  });
  let secureContext = options.tls && createSecureContext(options.tls);
  const callers = new CallerAddresses({
    isProxy: options.isProxy ?? (() => false),
    headerMs: limits.setupMs,
    onFault: (fault) => options.onFault?.({ ...fault, reason: "bad_command" }),
  });
  const accept = (plain: Socket, caller: string) => {
    // The limit is checked before TLS starts. A client that makes no TLS handshake counts as waiting, and the time of the handshake
    // is part of the setup time.
    const hasRoom = sessions.size - waiting.size < limits.connections;
    const leaveRoom = hasRoom ? waiting.enter(caller, () => plain.destroy()) : undefined;
    if (!leaveRoom) {
      plain.destroy();
      return;
    }
    const socket = secureContext ? new TLSSocket(plain, { isServer: true, secureContext }) : plain;
    const session = new RtmpSession(socket, {
      options,
      limits,
      publishers,
      address: caller,
      onPublishing: leaveRoom,
    });
    sessions.add(session);
    void session.run().then(() => {
      leaveRoom();
      sessions.delete(session);
    });
  };
  const server = createServer((plain) => callers.find(plain, (caller) => accept(plain, caller)));
  await listenOn(server, options);
  // This error occurs when the process has no file descriptors left. Current publishers continue.
  server.on("error", (error) => options.onFault?.({ address: "", reason: "failed", detail: error.message }));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : options.port,
    get connections() {
      return sessions.size;
    },
    end: (id) => publishers.end(id),
    renewTls(tls) {
      if (!options.tls) throw new Error("No TLS is spoken here");
      secureContext = createSecureContext(tls);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      callers.close();
      await Promise.all([...sessions].map((session) => session.end("closed")));
      await closed;
    },
  };
}

function listenOn(server: Server, { host, port }: Pick<RtmpServerOptions, "host" | "port">): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

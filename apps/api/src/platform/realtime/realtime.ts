import type { Server as HttpServer } from "node:http";
import type { ClientEvents, ServerEvents } from "@shoal/contract";
import { createAdapter } from "@socket.io/postgres-adapter";
import type pg from "pg";
import { Server } from "socket.io";
import { z } from "zod";

/** Tells the browsers of a client what changed. Lossy: a screen that missed something reads again when it reconnects. */
export interface Realtime {
  emit<E extends keyof ServerEvents>(
    clientUuid: string,
    event: E,
    ...args: Parameters<ServerEvents[E]>
  ): void;
  close(): Promise<void>;
}

const Claim = z.object({ credential: z.string(), clientView: z.uuid().optional() });

/** A socket joins its client's room once its credential is known; without one it is refused. */
export function openRealtime(options: {
  server: HttpServer;
  pool: pg.Pool;
  findClient: (claim: { credential: string; clientView?: string | undefined }) => Promise<string | undefined>;
}): Realtime {
  const io = new Server<ClientEvents, ServerEvents>(options.server, {
    path: "/realtime",
    serveClient: false,
    maxHttpBufferSize: 100_000,
    // Replicas meet over PostgreSQL; a socket stays with the replica that took it.
    adapter: createAdapter(options.pool, { errorHandler: () => undefined }),
    transports: ["websocket"],
  });
  io.use((socket, next) => {
    const claim = Claim.safeParse(socket.handshake.auth);
    const found = claim.success ? options.findClient(claim.data) : Promise.resolve(undefined);
    found
      .then(async (clientUuid) => {
        if (!clientUuid) return next(new Error("not_signed_in"));
        await socket.join(roomOf(clientUuid));
        next();
      })
      .catch(next);
  });
  return {
    emit: (clientUuid, event, ...args) => void io.to(roomOf(clientUuid)).emit(event, ...args),
    close: () => io.close(),
  };
}

const roomOf = (clientUuid: string) => `client:${clientUuid}`;

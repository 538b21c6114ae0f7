import type { Server as HttpServer } from "node:http";
import {
  type Audience,
  type ClientEvents,
  EVENT_AUDIENCE,
  type LeaderState,
  type ReviewRoom,
  type Role,
  type ServerEvents,
  TOO_MANY_SOCKETS,
  Uuid,
} from "@shoal/contract";
import { passesGuard } from "@shoal/domain";
import type { SharedRedis } from "@shoal/limits";
import { createAdapter } from "@socket.io/postgres-adapter";
import type pg from "pg";
import { Server } from "socket.io";
import { z } from "zod";
import { limitPackets } from "./limit-packets.ts";
import { createRedisAdapter } from "./redis-adapter.ts";

/** The owner of a socket: the user, and the client whose changes they receive. */
export interface SocketViewer {
  clientUuid: string;
  userUuid: string;
  sessionUuid: string;
  /** The roles decide which events the user receives (`EVENT_AUDIENCE`); they are read when the socket opens. */
  roles: readonly Role[];
  isPasswordModified: boolean;
  /** A guest of a review link, who receives no events of the client; `userUuid` and `sessionUuid` are the guest's own. */
  isGuest?: true;
}

/** Notifies the browsers of a client of changes. Delivery is lossy: a screen that missed a change reloads when it reconnects. */
export interface Realtime {
  /** Notifies the users of a client whose roles allow it (`EVENT_AUDIENCE`). */
  emit<E extends keyof ServerEvents>(
    clientUuid: string,
    event: E,
    ...args: Parameters<ServerEvents[E]>
  ): void;
  /** Notifies every browser of one user, whichever client they view. */
  emitToUser<E extends keyof ServerEvents>(
    userUuid: string,
    event: E,
    ...args: Parameters<ServerEvents[E]>
  ): void;
  /** Notifies every browser of several users, each browser once. */
  emitToUsers<E extends keyof ServerEvents>(
    userUuids: readonly string[],
    event: E,
    ...args: Parameters<ServerEvents[E]>
  ): void;
  /** Notifies guests in the review room of a version. */
  emitToGuests<E extends keyof ServerEvents>(
    room: ReviewRoom,
    event: E,
    ...args: Parameters<ServerEvents[E]>
  ): void;
  /** Closes the sockets of a user who may no longer receive events. */
  disconnectUser(userUuid: string): void;
  /** Closes the sockets of a session that has ended. */
  disconnectSession(sessionUuid: string): void;
  /** Closes all sockets that receive events of a client. */
  disconnectClient(clientUuid: string): void;
  /** The sockets themselves, for rooms of modules: signed in, each with its viewer. */
  sockets: RealtimeSockets;
  close(): Promise<void>;
}

/** Events between replicas about rooms. */
interface ReplicaEvents {
  /** A page becomes the leader of a review room: the previous leader stops leading. */
  "review.led": (room: string, id: string) => void;
}

/** The data of a socket that every replica can read. */
export interface SocketData {
  viewer: SocketViewer;
  /** The review room that the socket is in. */
  review?: { room: string; name: string; mayComment: boolean; lead?: { state: LeaderState; atMs: number } };
  /** The user's chat presence, set for a page that has joined all chat rooms of its user. */
  chat?: { clientUuid: string; state: "here" | "away"; isShown: boolean };
}

export type RealtimeSockets = Server<ClientEvents, ServerEvents, ReplicaEvents, SocketData>;

/** Milliseconds within which a page must identify itself, which it does with its first message. */
const SIGN_IN_TIMEOUT_MS = 10_000;
/** The maximum number of sockets that have not signed in yet. */
const MAX_UNSIGNED_SOCKETS = 500;
/**
 * Sockets per session, and per user across sessions, on each replica: one per dashboard window, and spare sockets for reloads.
 */
const MAX_SOCKETS: SocketLimits = { session: 20, user: 100 };

export interface SocketLimits {
  session: number;
  user: number;
}

/**
 * The path of plain Socket.IO clients, which are independent of this installation (§7). They start by polling and upgrade to
 * WebSocket.
 */
const PLAIN_PATH = "/socket.io";
/** The interval at which polls get a response, before proxies time them out. */
const POLL_PING_INTERVAL_MS = 20_000;

const ClaimedIdentity = z.object({ credential: z.string(), clientView: Uuid.optional() });
const GuestClaim = z.object({ guest: z.string() });

/** The identity that a socket claims when it signs in. */
export interface ViewerClaim {
  credential: string;
  clientView?: string | undefined;
}

export interface RealtimeOptions {
  server: HttpServer;
  pool: pg.Pool;
  /** The connection to Redis that connects replicas instead of PostgreSQL. */
  redis?: SharedRedis | undefined;
  findViewer: (claim: ViewerClaim) => Promise<SocketViewer | undefined>;
  /** Origins of pages that may poll the plain path (CORS); WebSockets need no permission. */
  allowedOrigins?: readonly string[];
  /** Finds the viewer of a guest's session. */
  findGuestViewer?: (token: string) => Promise<SocketViewer | undefined>;
  /** The maximum number of sockets that have not signed in. If there are more, the oldest is closed. */
  unsignedMax?: number;
  socketsMax?: SocketLimits;
}

/**
 * A socket joins the rooms of its client, of its user, and of the events that its user may receive, once its credential is
 * verified. Without a valid credential it is refused (`not_signed_in`). A socket beyond the limit of a session or a user is refused
 * too (`TOO_MANY_SOCKETS`), and earlier sockets continue. A connection can sign in once.
 */
export function openRealtime(options: RealtimeOptions): Realtime {
  const lent = lendConnections(options.pool);
  const io: RealtimeSockets = new Server({
    serveClient: false,
    maxHttpBufferSize: 100_000,
    // Connects replicas; a socket stays with the replica that accepted it.
    adapter: options.redis
      ? createRedisAdapter(options.redis)
      : createAdapter(lent.pool, { errorHandler: () => undefined }),
    connectTimeout: SIGN_IN_TIMEOUT_MS,
  });
  const { allowedOrigins = [] } = options;
  const engines = [
    { path: "/realtime", transports: ["websocket" as const] },
    {
      path: PLAIN_PATH,
      transports: ["polling" as const, "websocket" as const],
      pingInterval: POLL_PING_INTERVAL_MS,
      ...(allowedOrigins.length > 0 ? { cors: { origin: [...allowedOrigins], credentials: true } } : {}),
    },
  ].map((settings) => {
    io.attach(options.server, settings);
    return io.engine;
  });
  const unsigned = limitNotSignedIn(engines, options.unsignedMax ?? MAX_UNSIGNED_SOCKETS);
  const admit = limitSignedIn(options.socketsMax ?? MAX_SOCKETS);
  const pending = refuseFurtherSignIns(engines);
  for (const engine of engines)
    engine.on("connection", (connection: EngineConnection) => limitPackets(connection));
  io.use((socket, next) => {
    // A connection that was refused another sign-in is not looked up again.
    if (socket.conn.readyState !== "open") return next(new Error("not_signed_in"));
    const found = findViewer(options, credentialsOf(socket.handshake));
    const refuse = (reason: string) => {
      pending.delete(socket.conn);
      next(new Error(reason));
    };
    found
      .then(async (viewer) => {
        if (!viewer) return refuse("not_signed_in");
        if (!admit(socket.conn, viewer)) return refuse(TOO_MANY_SOCKETS);
        socket.data.viewer = viewer;
        const { clientUuid, userUuid, sessionUuid } = viewer;
        const ofClient = [
          buildRoomName(clientUuid),
          ...EVENT_AUDIENCES.filter((audience) => passesGuard(viewer, audience)).map((audience) =>
            audienceRoomOf(clientUuid, audience),
          ),
        ];
        await socket.join([
          ...(viewer.isGuest ? [] : ofClient),
          userRoomOf(userUuid),
          sessionRoomOf(sessionUuid),
        ]);
        unsigned.delete(socket.conn);
        next();
      })
      .catch(next);
  });
  return {
    emit: (clientUuid, event, ...args) =>
      void io.to(audienceRoomOf(clientUuid, EVENT_AUDIENCE[event])).emit(event, ...args),
    emitToUser: (userUuid, event, ...args) => void io.to(userRoomOf(userUuid)).emit(event, ...args),
    emitToUsers: (userUuids, event, ...args) => {
      // An empty list of rooms would send the event to everyone.
      if (userUuids.length > 0) void io.to(userUuids.map(userRoomOf)).emit(event, ...args);
    },
    emitToGuests: (room, event, ...args) => void io.to(guestRoomOf(room)).emit(event, ...args),
    disconnectUser: (userUuid) => io.in(userRoomOf(userUuid)).disconnectSockets(true),
    disconnectSession: (sessionUuid) => io.in(sessionRoomOf(sessionUuid)).disconnectSockets(true),
    disconnectClient: (clientUuid) => io.in(buildRoomName(clientUuid)).disconnectSockets(true),
    sockets: io,
    close: async () => {
      // `io.close()` would also close the HTTP server and wait for connections that callers keep open. Clients whose transport
      // closes reconnect automatically.
      await io.of("/").adapter.close();
      for (const engine of engines) engine.close();
      lent.reclaim();
    },
  };
}

function findViewer(
  { findViewer, findGuestViewer }: RealtimeOptions,
  auth: unknown,
): Promise<SocketViewer | undefined> {
  const claim = ClaimedIdentity.safeParse(auth);
  if (claim.success) return findViewer(claim.data);
  const guest = GuestClaim.safeParse(auth);
  return guest.success && findGuestViewer ? findGuestViewer(guest.data.guest) : Promise.resolve(undefined);
}

/**
 * Returns the credential that a page sends. Plain clients send the same credential as HTTP calls: as `auth.token`, in the query,
 * or in the header.
 */
function credentialsOf({ auth, query, headers }: SocketHandshake): unknown {
  if (ClaimedIdentity.safeParse(auth).success || GuestClaim.safeParse(auth).success) return auth;
  const given = (auth as { token?: unknown }).token ?? query.token ?? headers.authorization;
  return typeof given === "string" ? { credential: given.replace(/^Bearer /i, "") } : undefined;
}

/** Returns the room of the guests who review a version. */
export const guestRoomOf = ({ project, version }: ReviewRoom) => `guests:${project.toLowerCase()}/${version}`;

type SocketHandshake = Parameters<Parameters<Server["use"]>[0]>[0]["handshake"];
type EngineServer = Server["engine"];
type EngineConnection = Parameters<Parameters<Server["use"]>[0]>[0]["conn"];

/** Returns a check of whether a connection is within the limits of its session and its user; it counts until it is closed. */
function limitSignedIn(most: SocketLimits): (connection: EngineConnection, viewer: SocketViewer) => boolean {
  const open = new Map<string, Set<EngineConnection>>();
  return (connection, { sessionUuid, userUuid }) => {
    const groups = [
      { key: sessionRoomOf(sessionUuid), max: most.session },
      { key: userRoomOf(userUuid), max: most.user },
    ];
    const isFull = ({ key, max }: (typeof groups)[number]) => {
      const connections = open.get(key);
      return connections !== undefined && connections.size >= max;
    };
    // A connection that has closed in the meantime would never be removed.
    if (connection.readyState !== "open" || groups.some(isFull)) return false;
    for (const { key } of groups) {
      const connections = open.get(key) ?? new Set();
      open.set(key, connections.add(connection));
      connection.once("close", () => {
        connections.delete(connection);
        if (connections.size === 0 && open.get(key) === connections) open.delete(key);
      });
    }
    return true;
  };
}

/**
 * A connection can sign in once: another CONNECT closes it, unless the previous one was refused. Socket.IO closes it only once
 * the first has joined: of 10,000 CONNECTs in one write, each was looked up in the database and joined.
 * @returns connections that are signing in or signed in; remove refused connections.
 */
function refuseFurtherSignIns(engines: readonly EngineServer[]): WeakSet<EngineConnection> {
  const pending = new WeakSet<EngineConnection>();
  const watch = (connection: EngineConnection) => {
    connection.on("packet", ({ type, data }: { type: string; data?: unknown }) => {
      if (type !== "message" || !isConnect(data)) return;
      if (!pending.has(connection)) {
        pending.add(connection);
        return;
      }
      // From here on Engine.IO ignores the other packets of the same write.
      connection.close();
      connection.request.socket.destroy();
    });
  };
  for (const engine of engines) engine.on("connection", watch);
  return pending;
}

/** Returns whether a packet is a CONNECT, reading its type as Socket.IO does, which accepts white space as 0. */
const isConnect = (data: unknown): boolean => typeof data === "string" && Number(data.charAt(0)) === 0;

/**
 * Limits the sockets that have not signed in. Anyone can open a socket and stay silent: when there are too many, the one that has been
 * silent longest is closed.
 */
function limitNotSignedIn(engines: readonly EngineServer[], most: number): Set<EngineConnection> {
  const unsigned = new Set<EngineConnection>();
  const watch = (connection: EngineConnection) => {
    unsigned.add(connection);
    connection.once("close", () => unsigned.delete(connection));
    const [oldest] = unsigned;
    if (unsigned.size <= most || !oldest) return;
    unsigned.delete(oldest);
    oldest.close(true);
    // Destroys the socket without waiting for the other side to close it.
    oldest.request.socket.destroy();
  };
  for (const engine of engines) engine.on("connection", watch);
  return unsigned;
}

/**
 * Limits how the adapter uses the pool. The adapter keeps a connection and acquires another one when it breaks, but returns neither
 * the broken connection nor a connection that it was still acquiring when it was closed. The pool would lose a connection with each
 * failure of the database, and would wait for the lost connections when it ends.
 */
function lendConnections(pool: pg.Pool): { pool: pg.Pool; reclaim(): void } {
  const lent = new Set<pg.PoolClient>();
  let isOver = false;
  const connect = async () => {
    const client = await pool.connect();
    if (isOver) {
      client.release();
      // If this promise were rejected, the adapter would retry forever.
      return new Promise<pg.PoolClient>(() => undefined);
    }
    const release = client.release;
    client.release = (error) => {
      if (lent.delete(client)) release(error);
    };
    lent.add(client);
    client.once("end", () => client.release(true));
    return client;
  };
  // The adapter calls only these two methods of a pool.
  const used: Pick<pg.Pool, "query"> & { connect: typeof connect } = {
    query: pool.query.bind(pool),
    connect,
  };
  return {
    pool: used as pg.Pool,
    reclaim: () => {
      isOver = true;
      for (const client of lent) {
        client.removeAllListeners("end");
        client.release(true);
      }
    },
  };
}

const EVENT_AUDIENCES = [...new Set(Object.values(EVENT_AUDIENCE))];

/** Returns the room of all sockets that receive events of a client. */
const buildRoomName = (clientUuid: string) => `client:${clientUuid}`;
/** Returns the room of the client's sockets that receive events for this audience. */
const audienceRoomOf = (clientUuid: string, audience: Audience) => `client:${clientUuid}/${audience}`;
const userRoomOf = (userUuid: string) => `user:${userUuid}`;
const sessionRoomOf = (sessionUuid: string) => `session:${sessionUuid}`;

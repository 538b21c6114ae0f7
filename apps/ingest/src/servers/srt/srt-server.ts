import { createHmac, randomBytes, randomInt } from "node:crypto";
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";
import { networkOf } from "@shoal/domain";
import { WaitingRoom } from "@shoal/rtmp";
import {
  acceptConclusion,
  answerInduction,
  type Handshake,
  parseConclusion,
  parseHandshake,
  type RejectionReason,
  rejectConclusion,
} from "./protocol/handshake.ts";
import { CONTROL_TYPES, type ControlPacket, parsePacket } from "./protocol/packet.ts";
import { WINDOW_PACKETS } from "./srt-link.ts";
import type { SrtLimits, SrtServer, SrtServerOptions } from "./srt-server.types.ts";
import { SrtSession } from "./srt-session.ts";

/** The default limits. libsrt itself gives up after 3 s without a connection, and after 5 s of silence. */
const DEFAULT_LIMITS: SrtLimits = {
  setupMs: 10_000,
  silentMs: 5_000,
  idleMs: 10_000,
  flushMs: 5_000,

  connections: 500,
  waitingPerAddress: 20,
};
const TICK_INTERVAL_MS = 10;
/** The size of the socket's receive buffer, if the system allows it: a second at 25 Mbit/s. */
const RECEIVE_BUFFER_BYTES = 4_000_000;
/** How long the server issues the same cookie. A cookie is valid for its own period and the next one. */
const COOKIE_PERIOD_MS = 30_000;

interface PendingCaller {
  session: SrtSession;
  address: string;
  port: number;
  peerSocketId: number;
  /** The response, which is repeated if the caller retries; undefined until the caller is accepted. */
  acceptance: Buffer | undefined;
}

/**
 * Starts a server for SRT publishers. A caller names its publication by uuid (`streamid`) and encrypts with the publication's key
 * (`passphrase`). All other callers are rejected. The server plays nothing.
 * @throws Error if the port is in use.
 */
export async function startSrtServer(options: SrtServerOptions): Promise<SrtServer> {
  const socket = createSocket({
    type: isIPv6(options.host) ? "udp6" : "udp4",
    recvBufferSize: RECEIVE_BUFFER_BYTES,
  });
  await bindSocket(socket, options);
  const desk = new SrtDemultiplexer(socket, options);
  socket.on("message", (bytes, from) => {
    try {
      desk.handle(bytes, from);
    } catch (error) {
      // A stray datagram must not end other publishers' streams.
      options.onFault?.({ address: from.address, reason: "failed", detail: String(error) });
    }
  });
  socket.on("error", ({ message }) => options.onFault?.({ address: "", reason: "failed", detail: message }));
  return {
    port: socket.address().port,
    get connections() {
      return desk.connections;
    },
    async close() {
      await desk.close();
      await new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
}

function bindSocket(socket: Socket, { host, port }: Pick<SrtServerOptions, "host" | "port">): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("error", (error) => {
      socket.close();
      reject(error);
    });
    socket.bind(port, host, () => {
      socket.removeAllListeners("error");
      resolve();
    });
  });
}

/** Assigns packets to their callers, since all of them arrive on the server's single port. */
export class SrtDemultiplexer {
  readonly #socket: Socket;
  readonly #options: SrtServerOptions;
  readonly #limits: SrtLimits;
  readonly #waiting: WaitingRoom;
  readonly #secret = randomBytes(32);
  readonly #beganAtMs = performance.now();
  /** Callers by the socket id assigned to them. */
  readonly #callers = new Map<number, PendingCaller>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(socket: Socket, options: SrtServerOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#waiting = new WaitingRoom({
      mostPerNetwork: this.#limits.waitingPerAddress,
      most: Math.ceil(this.#limits.connections / 2),
      networkOf,
    });
  }

  get connections(): number {
    return this.#callers.size;
  }

  handle(bytes: Buffer, from: RemoteInfo): void {
    // The source of a datagram can be forged, and sending to port 0 makes the socket throw.
    if (from.port === 0) return;
    const packet = parsePacket(bytes);
    if (!packet) return;
    if (packet.socketId === 0) {
      if (packet.kind === "control" && packet.type === CONTROL_TYPES.handshake) this.#greet(packet, from);
      return;
    }
    const caller = this.#callers.get(packet.socketId);
    if (caller?.address === from.address && caller.port === from.port) caller.session.handle(bytes);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#callers.values()].map(({ session }) => session.end("closed")));
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  #greet({ body }: ControlPacket, from: RemoteInfo): void {
    const handshake = parseHandshake(body);
    if (handshake?.isInduction) {
      const cookie = this.#cookieOf(from, 0);
      this.#send(answerInduction({ handshake, timeMs: this.#nowMs() }, cookie), from);
    } else if (handshake?.isConclusion) this.#conclude(handshake, from);
  }

  /** Until the cookie proves the caller's address, the server keeps no state about the caller and makes no calls for it. */
  #conclude(handshake: Handshake, from: RemoteInfo): void {
    const { cookie, socketId } = handshake;
    if (cookie !== this.#cookieOf(from, 0) && cookie !== this.#cookieOf(from, 1)) return;
    const known = this.#find(from, socketId);
    if (known) {
      if (known.acceptance) this.#send(known.acceptance, from);
      return;
    }
    const reject = (why: RejectionReason) =>
      this.#send(rejectConclusion({ handshake, timeMs: this.#nowMs() }, why), from);
    const conclusion = parseConclusion(handshake);
    if (typeof conclusion === "string") {
      reject(conclusion);
      this.#options.onFault?.({ address: from.address, reason: "bad_command", detail: conclusion });
      return;
    }
    const crowdOut = () => void session.end("too_late");
    const hasRoom = this.#callers.size - this.#waiting.size < this.#limits.connections;
    const leaveRoom = hasRoom ? this.#waiting.enter(from.address, crowdOut) : undefined;
    if (!leaveRoom) {
      reject("noRoom");
      return;
    }
    const id = this.#freeId();
    const { keyMaterial } = conclusion;
    const session = new SrtSession({
      options: this.#options,
      limits: this.#limits,
      address: from.address,
      conclusion,
      peer: { socketId, initialSequence: handshake.initialSequence },
      onAccepted: (latencyMs) => {
        leaveRoom();
        const acceptance = { socketId: id, windowPackets: WINDOW_PACKETS, latencyMs, keyMaterial };
        caller.acceptance = acceptConclusion({ handshake, timeMs: this.#nowMs() }, acceptance);
        this.#send(caller.acceptance, from);
      },
      onRejected: reject,
      send: (bytes) => this.#send(bytes, from),
    });
    const { address, port } = from;
    const caller: PendingCaller = { session, address, port, peerSocketId: socketId, acceptance: undefined };
    this.#keep(id, caller, leaveRoom);
  }

  #keep(id: number, caller: PendingCaller, leaveRoom: () => void): void {
    this.#callers.set(id, caller);
    this.#timer ??= setInterval(() => this.#tick(), TICK_INTERVAL_MS);
    void caller.session.ended.then(() => {
      leaveRoom();
      this.#callers.delete(id);
      if (this.#callers.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
  }

  #tick(): void {
    for (const { session } of this.#callers.values()) session.tick();
  }

  #find({ address, port }: RemoteInfo, peerSocketId: number): PendingCaller | undefined {
    return [...this.#callers.values()].find(
      (caller) => caller.address === address && caller.port === port && caller.peerSocketId === peerSocketId,
    );
  }

  /** Returns an unpredictable unused socket id, so that no caller can impersonate another. */
  #freeId(): number {
    for (;;) {
      const id = randomInt(1, 0x3fff_ffff);
      if (!this.#callers.has(id)) return id;
    }
  }

  /**
   * Returns a cookie that only a receiver at this address can know.
   * @param age the number of periods since the cookie was issued.
   */
  #cookieOf({ address, port }: RemoteInfo, age: number): number {
    const stretch = Math.floor(this.#nowMs() / COOKIE_PERIOD_MS) - age;
    const digest = createHmac("sha256", this.#secret).update(`${address} ${port} ${stretch}`).digest();
    return digest.readUInt32BE(0);
  }

  #nowMs(): number {
    return performance.now() - this.#beganAtMs;
  }

  /** Sends a packet. A failure is ignored, because any network may lose packets. */
  #send(bytes: Buffer, { address, port }: RemoteInfo): void {
    if (this.#isClosed) return;
    this.#socket.send(bytes, port, address, () => undefined);
  }
}

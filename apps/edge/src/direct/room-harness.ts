import { EventEmitter } from "node:events";
import type { IceServer } from "@shoal/contract";
import type { DirectAnswer, DirectRequest } from "@shoal/contract/player";
import { invalid, signRoomPass } from "@shoal/tokens";
import type { WebSocket, WebSocketServer } from "ws";
import type { DirectState } from "./direct.types.ts";
import { Rooms } from "./rooms.ts";
import { serveSocket } from "./serve-socket.ts";
import { Slots } from "./slots.ts";

export const LIVE_UUID = "11111111-2222-4333-8444-555555555555";
const EDGE_URL = "https://a.example";
const INTERNAL_SECRET = "an-installation-secret";
const SILENT_LOG = { debug: () => undefined, info: () => undefined, error: () => undefined };

/** A fake connection of a page, for tests without a network. Records the messages it receives, and closes on demand. */
export class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState: number = this.OPEN;
  bufferedAmount = 0;
  readonly answers: DirectAnswer[] = [];
  pings = 0;
  pongs = 0;
  closedWith: number | undefined;

  request(message: DirectRequest | string | Buffer): this {
    const isBinary = Buffer.isBuffer(message);
    const text = typeof message === "string" || isBinary ? message : JSON.stringify(message);
    this.emit("message", Buffer.from(text as string), isBinary);
    return this;
  }

  /**
   * Closes the connection.
   * @param code the close code that the page sends; 1006 for a broken connection.
   */
  hangUp(code = 1006): void {
    this.readyState = 3;
    this.emit("close", code);
  }

  send(text: string): void {
    this.answers.push(JSON.parse(text) as DirectAnswer);
  }

  ping(): void {
    this.pings += 1;
  }

  pong(): void {
    this.pongs += 1;
  }

  close(code: number): void {
    this.closedWith ??= code;
    this.readyState = 2;
  }

  terminate(): void {
    this.close(1006);
    this.hangUp();
  }
}

/** Runs the rooms of an edge without a network, for tests. A viewer's ticket is the name of their session. */
export class RoomHarness {
  /** The ids of the sessions that the fake access check rejects. */
  readonly denied = new Set<string>();
  isLiveGone = false;
  /** A promise that delays the api's responses about new viewers. */
  api: Promise<unknown> = Promise.resolve();
  /** The public URL of the edge that has the room. */
  edge = EDGE_URL;
  iceServers: IceServer[] = [{ urls: ["stun:stun.example"] }];
  readonly server = Object.assign(new EventEmitter(), { clients: new Set<FakeSocket>() });
  readonly state: DirectState;

  constructor() {
    const slots = new Slots([{ id: "k", secret: "s".repeat(32) }]);
    this.state = {
      publicUrl: EDGE_URL,
      internalSecret: INTERNAL_SECRET,
      slots,
      log: SILENT_LOG,
      now: Date.now,
      rooms: new Rooms({ slots, now: Date.now }),
      addressOf: () => "203.0.113.7",
      placement: { roomFor: () => this.edge },
      roomTickets: {
        verify: (ticket) => {
          if (ticket.startsWith("forged")) throw invalid();
          const video = { clientId: "c", uuid: LIVE_UUID, mediaId: "m", generation: 1 };
          return { ...video, sessionId: ticket, expiresAtMs: Date.now() + 60_000 };
        },
      },
      access: {
        admit: async ({ claims }) => {
          await this.api;
          return this.denied.has(claims.sessionId) ? "denied" : this.iceServers;
        },
        findRefusal: ({ claims }) => (this.denied.has(claims.sessionId) ? "denied" : undefined),
        isGone: () => this.isLiveGone,
      },
    };
  }

  /** The fake server, typed as the edge's WebSocket server. */
  get sockets(): WebSocketServer {
    return this.server as unknown as WebSocketServer;
  }

  connect(): FakeSocket {
    const socket = new FakeSocket();
    this.server.clients.add(socket);
    socket.once("close", () => this.server.clients.delete(socket));
    this.server.emit("connection", socket);
    serveSocket(this.state, socket as unknown as WebSocket, "203.0.113.7");
    return socket;
  }

  async film(): Promise<FakeSocket> {
    const pass = signRoomPass(LIVE_UUID, INTERNAL_SECRET, Date.now() + 60_000);
    return afterMicrotasks(this.connect().request({ type: "publish", pass }));
  }

  async watch(ticket: string): Promise<FakeSocket> {
    return afterMicrotasks(this.connect().request({ type: "watch", ticket }));
  }
}

/** Resolves after all pending microtasks have run. */
export async function afterMicrotasks<T>(value: T): Promise<T> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  return value;
}

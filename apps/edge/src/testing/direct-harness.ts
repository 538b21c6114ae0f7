import { randomUUID } from "node:crypto";
import type { LiveDelay } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { DirectAnswer, DirectRequest, PlaySession } from "@shoal/contract/player";
import { signRoomPass } from "@shoal/tokens";
import { WebSocket } from "ws";
import { roomUrlAt } from "../playback/direct-lives.ts";
import { descriptorOf, type EdgeHarness } from "./edge-harness.ts";

type AnswerOf<T extends DirectAnswer["type"]> = Extract<DirectAnswer, { type: T }>;

/** A page's connection to a room. Records the messages it receives, and lets tests wait for the next one. */
export class RoomPage {
  readonly answers: DirectAnswer[] = [];
  readonly #socket: WebSocket;
  readonly #seen = new Map<DirectAnswer["type"], number>();
  readonly #closed: Promise<number>;
  readonly #woken = new Set<() => void>();

  /**
   * Connects a page.
   * @param address the client's address as reported by a proxy; the socket's own by default.
   */
  static open(url: string, address?: string): Promise<RoomPage> {
    const socket = new WebSocket(url, {
      headers: address === undefined ? {} : { "x-forwarded-for": address },
    });
    const page = new RoomPage(socket);
    return new Promise((resolve, reject) => {
      socket.once("open", () => resolve(page));
      socket.once("error", reject);
    });
  }

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("message", (data) => {
      this.answers.push(JSON.parse(data.toString()) as DirectAnswer);
      for (const wake of this.#woken) wake();
    });
  }

  request(request: DirectRequest): this {
    this.#socket.send(JSON.stringify(request));
    return this;
  }

  sendText(text: string): void {
    this.#socket.send(text);
  }

  received<T extends DirectAnswer["type"]>(type: T): AnswerOf<T>[] {
    return this.answers.filter((answer): answer is AnswerOf<T> => answer.type === type);
  }

  /** Waits for the next message of a type that has not been returned yet. */
  async next<T extends DirectAnswer["type"]>(type: T): Promise<AnswerOf<T>> {
    const index = this.#seen.get(type) ?? 0;
    this.#seen.set(type, index + 1);
    for (;;) {
      const answer = this.received(type)[index];
      if (answer) return answer;
      await new Promise<void>((resolve) => this.#woken.add(resolve));
    }
  }

  /** Waits until the connection is closed. @returns the close code. */
  closed(): Promise<number> {
    return this.#closed;
  }

  close(): void {
    this.#socket.close();
  }

  /** Cuts the connection without closing it, as if a cable had been pulled. */
  break(): void {
    this.#socket.terminate();
  }
}

/** Publishes the descriptor of a live from a browser camera. */
export function publishDirectLive(
  harness: EdgeHarness,
  delay: LiveDelay,
  changes: Partial<PlaybackDescriptor> = {},
): PlaybackDescriptor {
  const live = { latencySec: null, isSeekable: false, delay, isOver: false };
  const descriptor = descriptorOf({ isEnded: false, durationSec: null, live, ...changes });
  harness.api.set(descriptor);
  return descriptor;
}

/** Connects a page that publishes a live at an edge. */
export async function openPublisherPage(
  harness: EdgeHarness,
  uuid: string,
  places: string[] = [],
): Promise<RoomPage> {
  const page = await RoomPage.open(roomUrlAt(harness.edge.url));
  const pass = signRoomPass(uuid, harness.config.internalSecret, Date.now() + 60_000);
  return page.request({ type: "publish", pass, places });
}

/** Connects a viewer to the room of their session. With a slot, the viewer claims their previous place. */
export async function openViewerPage(
  { direct }: PlaySession,
  { slot, address, url = direct?.url ?? "" }: { slot?: string; address?: string; url?: string } = {},
): Promise<RoomPage> {
  const page = await RoomPage.open(url, address);
  const ticket = direct?.ticket ?? "";
  return page.request({ type: "watch", ticket, ...(slot === undefined ? {} : { slot }) });
}

/** Starts the session of a new viewer of a live. */
export const startViewerSession = (harness: EdgeHarness, uuid: string): Promise<PlaySession> =>
  harness.play(uuid, { sessionId: randomUUID() });

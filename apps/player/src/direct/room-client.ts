import type { DirectAnswer, DirectIceServer, DirectRequest, DirectSignal } from "@shoal/contract/player";
import { backoffMs } from "./backoff.ts";

/**
 * Maximum number of redirects in a row. Edges that redirect a viewer more often disagree about which of them has the room, so the
 * viewer tries again later.
 */
const MAX_REDIRECTS = 3;
/** Maximum number of signals queued while the connection is down. */
const MAX_QUEUED_SIGNALS = 50;
/** The close code of a viewer who leaves, whose place then becomes free immediately. */
const CLOSED_BY_VIEWER = 1_000;

export interface RoomPlace {
  id: string;
  iceServers: DirectIceServer[];
}

export interface QueueState {
  reason: "full" | "nobody" | "over";
  /** The number of viewers ahead; undefined if the queue is full, and after the live has ended. */
  waitingBefore?: number;
}

export interface RoomClientOptions {
  /** Returns the session's latest room, since a reconnection may come hours after the first connection. */
  room(): { url: string; ticket: string };
  /**
   * Called when the room rejects the ticket or the viewer. A new session provides another ticket, or the reason for the rejection.
   */
  onTicketRefused(): void;
  /** Called when the viewer has a place, either a new one or the same one as before a reconnection. */
  onPlace(place: RoomPlace): void;
  /** Called when the viewer has no place. */
  onWaiting(waiting: QueueState): void;
  /** Called with a signal from the publishing page. */
  onSignal(signal: DirectSignal): void;
}

/** A viewer in the room of a live. Reconnects automatically between `join` and `leave`, and never throws. */
export class RoomClient {
  readonly #options: RoomClientOptions;
  #isIn = false;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #hops = 0;
  /** The slot that proves the viewer's claim to their current or last place. */
  #slot: { id: string; token: string } | undefined;
  #unsent: DirectSignal[] = [];

  constructor(options: RoomClientOptions) {
    this.#options = options;
  }

  join(): void {
    if (this.#isIn) return;
    this.#isIn = true;
    this.#failures = 0;
    this.#open();
  }

  /** Gives up the viewer's place, or their position in the queue. */
  leave(): void {
    this.#isIn = false;
    this.#letGo();
  }

  /** Releases a place whose stream has failed, and requests another one. */
  rejoin(delayMs: number): void {
    if (!this.#isIn) return;
    this.#letGo();
    this.#openIn(delayMs);
  }

  /** Applies a new ticket. If the last ticket was rejected, the new one is tried immediately, but only once in a row. */
  renewed(): void {
    if (!this.#isIn || this.#socket || this.#failures > 1) return;
    clearTimeout(this.#timer);
    this.#open();
  }

  /**
   * Sends a signal to the publishing page. While the connection is down, signals are queued until the viewer has their place
   * again.
   */
  send(signal: DirectSignal): void {
    if (this.#socket?.readyState === WebSocket.OPEN) sendRequest(this.#socket, { type: "signal", signal });
    else if (this.#unsent.length < MAX_QUEUED_SIGNALS) this.#unsent.push(signal);
  }

  #letGo(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    this.#slot = undefined;
    this.#unsent = [];
    socket?.close(CLOSED_BY_VIEWER);
  }

  #open(url = this.#options.room().url): void {
    const socket = openSocket(url);
    this.#socket = socket;
    if (!socket) {
      this.#retry();
      return;
    }
    socket.onopen = () => {
      const { ticket } = this.#options.room();
      sendRequest(socket, { type: "watch", ticket, ...(this.#slot ? { slot: this.#slot.token } : {}) });
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      const answer = parseResponse(data);
      if (answer && socket === this.#socket) this.#handleAnswer(answer);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#retry();
    };
  }

  #handleAnswer(answer: DirectAnswer): void {
    const { onWaiting, onSignal } = this.#options;
    if (answer.type === "elsewhere") this.#follow(answer.url);
    else if (answer.type === "refused") this.#refused(answer);
    else if (answer.type === "signal") onSignal(answer.signal);
    else if (answer.type === "slot") this.#handleSlot(answer);
    else if (answer.type === "waiting") {
      this.#resetRetries();
      this.#slot = undefined;
      this.#unsent = [];
      onWaiting({ reason: answer.reason, waitingBefore: answer.waitingBefore });
    }
  }

  #handleSlot({ place, slot, iceServers }: Extract<DirectAnswer, { type: "slot" }>): void {
    this.#resetRetries();
    if (this.#slot?.id !== place) this.#unsent = [];
    this.#slot = { id: place, token: slot };
    this.#options.onPlace({ id: place, iceServers });
    for (const signal of this.#unsent.splice(0)) this.send(signal);
  }

  #resetRetries(): void {
    this.#failures = 0;
    this.#hops = 0;
  }

  #follow(url: string): void {
    this.#drop();
    this.#hops += 1;
    if (this.#hops > MAX_REDIRECTS) this.#retry();
    else this.#open(url);
  }

  #refused({ reason, comeBackInMs }: Extract<DirectAnswer, { type: "refused" }>): void {
    this.#drop();
    this.#slot = undefined;
    const { onWaiting, onTicketRefused } = this.#options;
    if (reason === "busy") onWaiting({ reason: "full" });
    // The live may start again. The next attempt detects this.
    if (reason === "over") onWaiting({ reason });
    this.#retry(comeBackInMs);
    if (reason === "denied") onWaiting({ reason: "nobody", waitingBefore: 0 });
    if (reason === "denied" || reason === "invalid") onTicketRefused();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #retry(delayMs?: number): void {
    this.#socket = undefined;
    this.#hops = 0;
    this.#failures += 1;
    this.#openIn(delayMs ?? backoffMs(this.#failures));
  }

  #openIn(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), delayMs);
  }
}

const sendRequest = (socket: WebSocket, request: DirectRequest): void => socket.send(JSON.stringify(request));

function parseResponse(data: unknown): DirectAnswer | undefined {
  try {
    return JSON.parse(String(data)) as DirectAnswer;
  } catch {
    return undefined;
  }
}

function openSocket(url: string): WebSocket | undefined {
  try {
    return new WebSocket(url);
  } catch {
    // The page may be forbidden to connect to this address. This is handled like an unreachable room.
    return undefined;
  }
}

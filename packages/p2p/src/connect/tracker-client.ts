import {
  CLOSED_REPLACED,
  CLOSED_ROOM,
  CLOSED_TICKET_EXPIRED,
  CLOSED_TICKET_REFUSED,
  HEARTBEAT_INTERVAL_MS,
  joinRequest,
  parseTrackerReply,
  type TrackerReply,
  type TrackerRequest,
} from "../protocol/index.ts";

const RECONNECT_MIN_MS = 1_000;
const MAX_RECONNECT_DELAY_MS = 5_000;
const ROOM_CLOSED_SPREAD_MS = 2_000;
const SESSION_SPREAD_MS = 5_000;
/**
 * The numbers of failures after which a new session is requested. The tracker may be gone. Once the edges have noticed the failure,
 * a new session names another tracker.
 */
const RENEW_AFTER_FAILURES = [3, 8, 20];

export interface TrackerClientOptions {
  /** Returns the latest URL, because a renewed session may name another tracker. */
  url(): string;
  /** Returns the latest ticket, because a reconnection may come hours after the first connection. */
  ticket(): string;
  /** Called when the tracker rejects the ticket, has closed its room, is unreachable, or considers the session outdated. */
  onTicketRefused(): void;
  onReply(reply: Exclude<TrackerReply, { type: "session" }>): void;
}

export interface TrackerClient {
  /** Sends a request. @returns whether the tracker is connected. */
  send(request: TrackerRequest): boolean;
  readonly isConnected: boolean;
  /** Presents the latest ticket. If the URL has changed, presents it to another tracker. */
  renew(): void;
  close(): void;
}

/** Returns a random delay of 1–5 s, so clients do not all reconnect to a restarted tracker at the same time. */
const reconnectDelayMs = () => RECONNECT_MIN_MS + Math.random() * (MAX_RECONNECT_DELAY_MS - RECONNECT_MIN_MS);

/** Connects to the tracker, and reconnects automatically until it is closed. Never throws. */
export function connectTracker(options: TrackerClientOptions): TrackerClient {
  return new ReconnectingClient(options);
}

class ReconnectingClient implements TrackerClient {
  readonly #options: TrackerClientOptions;
  #socket: WebSocket | undefined;
  #url = "";
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #renewTimer: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #receivedAtMs = 0;
  #hasOpened = false;
  #failures = 0;
  /** The number of rejected tickets since the client was last admitted. */
  #refusals = 0;
  #isClosed = false;

  constructor(options: TrackerClientOptions) {
    this.#options = options;
    this.#open();
  }

  get isConnected(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  send(request: TrackerRequest): boolean {
    if (!this.isConnected) return false;
    this.#socket?.send(JSON.stringify(request));
    return true;
  }

  renew(): void {
    const { ticket, url } = this.#options;
    if (this.#isClosed) return;
    // The connection is still opening and will present the latest ticket once it is open.
    if (this.#socket && url() === this.#url) return void this.send({ type: "renew", ticket: ticket() });
    this.#letGo();
    this.#open();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#renewTimer);
    this.#letGo();
  }

  #letGo(): void {
    clearTimeout(this.#retryTimer);
    clearInterval(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #open(): void {
    this.#url = this.#options.url();
    const socket = openSocket(this.#url);
    if (!socket) {
      this.#retry();
      return;
    }
    this.#socket = socket;
    this.#hasOpened = false;
    socket.onopen = () => {
      this.#hasOpened = true;
      this.#failures = 0;
      socket.send(JSON.stringify(joinRequest(this.#options.ticket())));
    };
    this.#receivedAtMs = Date.now();
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_INTERVAL_MS);
    socket.onmessage = (event: MessageEvent<unknown>) => {
      this.#receivedAtMs = Date.now();
      const reply = typeof event.data === "string" ? parseTrackerReply(event.data) : undefined;
      if (!reply || socket !== this.#socket) return;
      if (reply.type === "joined") this.#refusals = 0;
      if (reply.type === "session") this.#renewSoon(SESSION_SPREAD_MS);
      else this.#options.onReply(reply);
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#closed(code);
    };
  }

  /** Closes a socket after silence for two heartbeats. A socket can be dead without an event, for example after the device slept. */
  #beat(): void {
    if (Date.now() - this.#receivedAtMs <= 2 * HEARTBEAT_INTERVAL_MS + MAX_RECONNECT_DELAY_MS) {
      this.send({ type: "ping" });
      return;
    }
    this.#socket?.close();
    // The close of a dead connection may be reported only after a minute.
    this.#closed(1006);
  }

  #closed(code: number): void {
    clearInterval(this.#heartbeat);
    this.#socket = undefined;
    if (!this.#hasOpened) this.#failures += 1;
    // The video was re-encoded or deleted. A new session shows which one of these happened.
    if (code === CLOSED_ROOM) this.#renewSoon(ROOM_CLOSED_SPREAD_MS);
    // Another connection used this ticket, and reconnecting would only replace that connection. The next ticket belongs to this
    // connection alone.
    if (code === CLOSED_ROOM || code === CLOSED_REPLACED) return;
    const isRefused = code === CLOSED_TICKET_EXPIRED || code === CLOSED_TICKET_REFUSED;
    // If a new ticket is rejected too, for example by a tracker with outdated data, it is replaced at increasing intervals.
    if (isRefused && this.#refusals++ > 0) {
      this.#renewSoon(MAX_RECONNECT_DELAY_MS * this.#refusals);
      return;
    }
    if (isRefused || RENEW_AFTER_FAILURES.includes(this.#failures)) this.#options.onTicketRefused();
    this.#retry();
  }

  #retry(): void {
    clearTimeout(this.#retryTimer);
    if (!this.#isClosed && !this.#socket)
      this.#retryTimer = setTimeout(() => this.#open(), reconnectDelayMs());
  }

  /** Requests a new session after a random delay, so the clients of a full room do not all do so at the same time. */
  #renewSoon(spreadMs: number): void {
    clearTimeout(this.#renewTimer);
    this.#renewTimer = setTimeout(this.#options.onTicketRefused, Math.random() * spreadMs);
  }
}

function openSocket(url: string): WebSocket | undefined {
  try {
    return new WebSocket(url);
  } catch {
    // The page is not allowed to connect to the URL (mixed content, CSP). The connection is retried as if the tracker were
    // unreachable.
    return undefined;
  }
}

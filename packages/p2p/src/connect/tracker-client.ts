import {
  HEARTBEAT_MS,
  joinRequest,
  parseTrackerReply,
  TRACKER_CLOSE,
  type TrackerReply,
  type TrackerRequest,
} from "../protocol/index.ts";

const RECONNECT_MIN_MS = 1_000;
const RECONNECT_MAX_MS = 5_000;
const ROOM_CLOSED_SPREAD_MS = 2_000;

export interface TrackerClientOptions {
  url: string;
  /** The latest ticket: a reconnection may come hours after the first. */
  ticket(): string;
  /** The tracker no longer takes the ticket, or closed the room that it names. */
  onTicketRefused(): void;
  onReply(reply: TrackerReply): void;
  onStatus(isConnected: boolean): void;
}

export interface TrackerClient {
  send(request: TrackerRequest): void;
  close(): void;
}

/** Within 1–5 s, spread so that a restarted tracker is not met by everybody at once. */
export function reconnectDelayMs(random: () => number = Math.random): number {
  return RECONNECT_MIN_MS + random() * (RECONNECT_MAX_MS - RECONNECT_MIN_MS);
}

/** A connection to the tracker that comes back by itself until it is closed. Never throws. */
export function connectTracker(options: TrackerClientOptions): TrackerClient {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let roomTimer: ReturnType<typeof setTimeout> | undefined;
  let stopHeartbeat = () => {};
  let isClosed = false;

  const retry = () => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(open, reconnectDelayMs());
  };
  const handleClose = (code: number) => {
    stopHeartbeat();
    socket = undefined;
    options.onStatus(false);
    if (code === TRACKER_CLOSE.replaced || code === TRACKER_CLOSE.roomClosed) isClosed = true;
    // The video was encoded anew or is gone: a fresh session tells. Spread, so that a full room does not ask at once.
    if (code === TRACKER_CLOSE.roomClosed)
      roomTimer = setTimeout(options.onTicketRefused, Math.random() * ROOM_CLOSED_SPREAD_MS);
    if (code === TRACKER_CLOSE.ticketExpired || code === TRACKER_CLOSE.ticketRefused)
      options.onTicketRefused();
    retry();
  };
  function open(): void {
    const opened = openSocket(options.url);
    if (!opened) {
      retry();
      return;
    }
    socket = opened;
    opened.onopen = () => {
      opened.send(JSON.stringify(joinRequest(options.ticket())));
      options.onStatus(true);
    };
    const heartbeat = startHeartbeat(opened);
    stopHeartbeat = heartbeat.stop;
    opened.onmessage = (event: MessageEvent<unknown>) => {
      heartbeat.heard();
      const reply = typeof event.data === "string" ? parseTrackerReply(event.data) : undefined;
      if (reply && opened === socket) options.onReply(reply);
    };
    opened.onclose = (event) => {
      if (opened === socket) handleClose(event.code);
    };
  }
  open();
  return {
    send(request) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(roomTimer);
      stopHeartbeat();
      socket?.close();
      socket = undefined;
    },
  };
}

function openSocket(url: string): WebSocket | undefined {
  try {
    return new WebSocket(url);
  } catch {
    // A URL that this page may not reach (mixed content, CSP): tried again as if it were away.
    return undefined;
  }
}

/** A socket can be dead without an event, as after a sleep: silence for two beats closes it. */
function startHeartbeat(socket: WebSocket): { heard(): void; stop(): void } {
  let heardAtMs = Date.now();
  const timer = setInterval(() => {
    if (Date.now() - heardAtMs > 2 * HEARTBEAT_MS + RECONNECT_MAX_MS) {
      socket.close();
      // The close of a dead connection may take a minute to be told.
      socket.onclose?.(new CloseEvent("close", { code: 1006 }));
      return;
    }
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "ping" }));
  }, HEARTBEAT_MS);
  return {
    heard: () => {
      heardAtMs = Date.now();
    },
    stop: () => clearInterval(timer),
  };
}
